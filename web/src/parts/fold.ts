// The squeeze: a card that lies face down is bent over from a corner, and what is on its underside
// shows on the part bent over. The fold is the line half-way between the corner and the finger.
export interface Point {
  x: number;
  y: number;
}

export interface Fold {
  /** The part that still lies, as seen from above. */
  lies: Point[];
  /** The part bent over, on the face's own drawing. */
  bent: Point[];
  /** Where that drawing goes: a CSS matrix. */
  matrix: [number, number, number, number, number, number];
  /** How much of the card is bent over, 0 to 1. */
  open: number;
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

export function cornerAt(width: number, height: number, corner: Corner): Point {
  return { x: corner.endsWith('right') ? width : 0, y: corner.startsWith('bottom') ? height : 0 };
}

/** The corner nearest to where the card was taken hold of. */
export function nearest(width: number, height: number, point: Point): Corner {
  const side = point.x > width / 2 ? 'right' : 'left';
  return point.y > height / 2 ? `bottom-${side}` : `top-${side}`;
}

export function fold(width: number, height: number, corner: Point, finger: Point): Fold {
  const card = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const dx = finger.x - corner.x;
  const dy = finger.y - corner.y;
  const far = Math.hypot(dx, dy);
  if (far < 1) return { lies: card, bent: [], matrix: [1, 0, 0, 1, 0, 0], open: 0 };
  const n = { x: dx / far, y: dy / far };
  const middle = { x: (corner.x + finger.x) / 2, y: (corner.y + finger.y) / 2 };
  const beyond = (point: Point) => (point.x - middle.x) * n.x + (point.y - middle.y) * n.y;
  const flap = cut(card, beyond);
  const over = cut(card, (point) => -beyond(point));
  // A mirror at the fold, after the mirror that turning a card over is: together they are a turn.
  const k = 2 * (middle.x * n.x + middle.y * n.y);
  const a = 1 - 2 * n.x * n.x;
  const b = -2 * n.x * n.y;
  const d = 1 - 2 * n.y * n.y;
  return {
    lies: flap,
    bent: over.map((point) => ({ x: width - point.x, y: point.y })),
    matrix: [-a, -b, b, d, a * width + k * n.x, b * width + k * n.y],
    open: area(over) / (width * height),
  };
}

/** The part of a shape where `side` is not negative. */
function cut(shape: Point[], side: (point: Point) => number): Point[] {
  const kept: Point[] = [];
  shape.forEach((corner, index) => {
    const other = shape[(index + 1) % shape.length]!;
    const here = side(corner);
    const there = side(other);
    if (here >= 0) kept.push(corner);
    if (here >= 0 !== there >= 0) {
      const share = here / (here - there);
      kept.push({
        x: corner.x + (other.x - corner.x) * share,
        y: corner.y + (other.y - corner.y) * share,
      });
    }
  });
  return kept;
}

export function area(shape: Point[]): number {
  const twice = shape.reduce((sum, corner, index) => {
    const other = shape[(index + 1) % shape.length]!;
    return sum + corner.x * other.y - other.x * corner.y;
  }, 0);
  return Math.abs(twice) / 2;
}

export const polygon = (shape: Point[]): string =>
  `polygon(${shape.map((corner) => `${corner.x.toFixed(2)}px ${corner.y.toFixed(2)}px`).join(', ') || '0 0'})`;
