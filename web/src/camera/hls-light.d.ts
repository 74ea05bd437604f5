// The same without what a table's picture never has: subtitles, other sound tracks, copy protection.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
