// The picture itself is read back, by a reader that knows nothing of who drew it.
import decodeQR from 'qr/decode.js';
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import QrCode from '../src/parts/QrCode.svelte';

const SCALE = 4;

/** As a browser paints it: dark where the upright lines to the left wind around the point. */
function painted(text: string) {
  const { body } = render(QrCode, { props: { text, label: 'A code' } });
  const [, margin, size] = /viewBox="-(\d+) -\d+ (\d+) \d+"/.exec(body)!.map(Number);
  const outlines = /<path d="([^"]+)"/.exec(body)![1]!.split('Z').filter(Boolean);
  const upright = outlines.flatMap((outline) => {
    const points = outline
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number));
    return points.flatMap(([x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length]!;
      return x === nextX ? [{ x: x!, from: y!, to: nextY! }] : [];
    });
  });
  const dark = (x: number, y: number) =>
    upright
      .filter((line) => line.x < x && line.from < y !== line.to < y)
      .reduce((wound, line) => wound + Math.sign(line.to - line.from), 0) !== 0;
  const wide = size! * SCALE;
  const data = new Uint8Array(wide * wide * 4);
  for (let at = 0; at < wide * wide; at += 1) {
    const [x, y] = [at % wide, Math.floor(at / wide)].map(
      (pixel) => (pixel + 0.5) / SCALE - margin!,
    );
    data.set(dark(x!, y!) ? [0, 0, 0, 255] : [255, 255, 255, 255], at * 4);
  }
  return { width: wide, height: wide, data };
}

it.each([
  'HELLO',
  'otpauth://totp/Croupier:ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Croupier',
  `otpauth://totp/${'Gr%C3%BC%C3%9Fe:'.repeat(8)}ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`,
])('%s is read back', (text) => {
  expect(decodeQR(painted(text))).toBe(text);
});
