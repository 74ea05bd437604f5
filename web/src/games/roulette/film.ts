// The wheel, the ball that runs to its pocket, and the number at the side.
import type { FilmPainter } from '../../film/draw';
import { GOLD, SANS } from '../../film/hand';
import type { FilmedGame, Scene } from '../../film/scene';
import type { RoulettePlay, TableView } from '../../wire/socket';
import { colourOf } from './colour';
import { angleOf, ORDER, STEP } from './wheel';

const COLOURS = { red: '#b3102a', black: '#15181a', green: '#17703f' };

const pocketOf = ({ play }: TableView) => (play as RoulettePlay | null)?.pocket ?? null;

function drawWheel(painter: FilmPainter, { view, before, progress }: Scene): void {
  const { ctx } = painter;
  const [x, y, radius] = [380, 370, 250];
  const pocket = pocketOf(view);
  const known = pocketOf(before) !== null;
  const run = known ? 1 : 1 - (1 - progress) ** 3;
  const rotor = pocket === null ? 0 : -(angleOf(pocket) * Math.PI) / 180 + (1 - run) * 5;
  ctx.fillStyle = '#5b3617';
  ctx.beginPath();
  ctx.arc(x, y, radius + 16, 0, 2 * Math.PI);
  ctx.fill();
  ORDER.forEach((number, at) => {
    const middle = rotor + ((at * STEP - 90) * Math.PI) / 180;
    const half = (STEP * Math.PI) / 360;
    ctx.fillStyle = COLOURS[colourOf(number)];
    ctx.beginPath();
    ctx.arc(x, y, radius, middle - half, middle + half);
    ctx.arc(x, y, radius * 0.62, middle + half, middle - half, true);
    ctx.fill();
    ctx.save();
    ctx.translate(x + Math.cos(middle) * radius * 0.9, y + Math.sin(middle) * radius * 0.9);
    ctx.rotate(middle + Math.PI / 2);
    painter.text(String(number), 0, 7, `700 18px ${SANS}`, '#fff', 'center');
    ctx.restore();
  });
  ctx.fillStyle = '#3b2412';
  ctx.beginPath();
  ctx.arc(x, y, radius * 0.62, 0, 2 * Math.PI);
  ctx.fill();
  ctx.strokeStyle = GOLD;
  ctx.lineWidth = 3;
  for (const ring of [0.58, 0.16]) {
    ctx.beginPath();
    ctx.arc(x, y, radius * ring, 0, 2 * Math.PI);
    ctx.stroke();
  }
  const ball = -Math.PI / 2 + (pocket === null ? 0 : (1 - run) * 17);
  const reach = radius * (pocket === null ? 0.97 : 0.97 - 0.25 * run ** 4);
  ctx.fillStyle = '#fdfaf2';
  ctx.beginPath();
  ctx.arc(x + Math.cos(ball) * reach, y + Math.sin(ball) * reach, 10, 0, 2 * Math.PI);
  ctx.fill();
  if (pocket === null || run < 1) return;
  ctx.fillStyle = COLOURS[colourOf(pocket)];
  ctx.beginPath();
  ctx.arc(980, 220, 96, 0, 2 * Math.PI);
  ctx.fill();
  ctx.strokeStyle = GOLD;
  ctx.lineWidth = 5;
  ctx.stroke();
  painter.text(String(pocket), 980, 254, `800 96px ${SANS}`, '#fff', 'center');
}

export default {
  stepSeconds: 4,
  draw(painter, scene) {
    drawWheel(painter, scene);
    painter.betsBeside();
  },
} satisfies FilmedGame;
