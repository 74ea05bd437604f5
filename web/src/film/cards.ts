// The cards as they are drawn on every felt, as pictures for a canvas.
import { mount, tick, unmount } from 'svelte';
import Card from '../parts/Card.svelte';

export const CARD = { width: 180, height: 252 };
const RADIUS = 14;

export type CardPictures = ReadonlyMap<string, HTMLCanvasElement>;

/** Laid out of sight for a moment, and drawn shape by shape. */
export async function cardPictures(codes: Iterable<string>): Promise<CardPictures> {
  const aside = document.createElement('div');
  Object.assign(aside.style, { position: 'fixed', left: '-2000px', top: '0' });
  aside.style.setProperty('--card', `${CARD.width}px`);
  aside.setAttribute('aria-hidden', 'true');
  document.body.append(aside);
  try {
    const pictures = new Map<string, HTMLCanvasElement>();
    for (const card of new Set(codes)) {
      const component = mount(Card, { target: aside, props: { card } });
      await tick();
      const svg = aside.querySelector<SVGSVGElement>('svg');
      if (svg) pictures.set(card, picture(svg));
      await unmount(component);
    }
    return pictures;
  } finally {
    aside.remove();
  }
}

function picture(svg: SVGSVGElement): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), CARD);
  const ctx = canvas.getContext('2d')!;
  ctx.fillStyle = '#fdf8ea';
  ctx.beginPath();
  ctx.roundRect(0, 0, CARD.width, CARD.height, RADIUS);
  ctx.fill();
  ctx.clip();
  const { left, top } = svg.getBoundingClientRect();
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>('path, rect, text')) {
    const style = getComputedStyle(shape);
    const matrix = shape.getScreenCTM();
    // What a card of this size does not show has no box.
    if (!matrix || !shape.getClientRects().length) continue;
    ctx.setTransform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e - left, matrix.f - top);
    draw(ctx, shape, style);
  }
  ctx.resetTransform();
  ctx.strokeStyle = '#cfc5ab';
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.roundRect(1, 1, CARD.width - 2, CARD.height - 2, RADIUS);
  ctx.stroke();
  return canvas;
}

function draw(
  ctx: CanvasRenderingContext2D,
  shape: SVGGraphicsElement,
  style: CSSStyleDeclaration,
): void {
  ctx.globalAlpha = Number(style.opacity);
  ctx.fillStyle = style.fill;
  if (shape instanceof SVGTextElement) {
    ctx.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    ctx.textAlign = style.textAnchor === 'middle' ? 'center' : 'left';
    ctx.fillText(shape.textContent ?? '', 0, 0);
    return;
  }
  const path = pathOf(shape);
  if (style.fill !== 'none') ctx.fill(path);
  if (style.stroke === 'none') return;
  ctx.strokeStyle = style.stroke;
  ctx.lineWidth = parseFloat(style.strokeWidth);
  ctx.lineCap = style.strokeLinecap as CanvasLineCap;
  ctx.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  ctx.stroke(path);
}

function pathOf(shape: SVGGraphicsElement): Path2D {
  if (!(shape instanceof SVGRectElement)) return new Path2D(shape.getAttribute('d') ?? '');
  const path = new Path2D();
  const [x, y, width, height, round] = [shape.x, shape.y, shape.width, shape.height, shape.rx].map(
    (length) => length.baseVal.value,
  );
  path.roundRect(x!, y!, width!, height!, round);
  return path;
}
