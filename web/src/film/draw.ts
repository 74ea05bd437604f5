// One picture of a film: the felt, what lies on it, and what came of it, in the colours of the table.
import { money, net } from '../house/money';
import { betName } from '../house/names';
import { resultText } from '../house/results';
import { t } from '../i18n/words.svelte';
import { colourOf } from '../tables/roulette/spots';
import { angleOf, ORDER, STEP } from '../tables/roulette/wheel';
import type { TableView } from '../wire/socket';
import { CARD, type CardPictures } from './cards';
import type { FilmedBet, Scene } from './scene';
import { SIZE } from './support';

const SERIF = "Georgia, 'Times New Roman', 'Noto Serif', serif";
const SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const SHOE = { x: SIZE.width - 90, y: 40 };
const GOLD = '#e9cf93';
const COLOURS: Record<string, string> = { red: '#b3102a', black: '#15181a', green: '#17703f' };
const BAR = 64;

export interface Cloth {
  felt: string;
  deep: string;
  line: string;
}

interface DrawnHand {
  label: string;
  cards: string[];
  before: string[];
  badge: string;
  /** The middle of its upper edge. */
  x: number;
  y: number;
  height: number;
  /** As wide as it may be. */
  room: number;
  lit: boolean;
  chips: number;
  note: string;
}

type Context = CanvasRenderingContext2D;

export class FilmPainter {
  constructor(
    private readonly ctx: Context,
    private readonly cloth: Cloth,
    private readonly pictures: CardPictures,
    private readonly bets: FilmedBet[],
    private readonly player: string,
  ) {}

  draw(scene: Scene): void {
    this.background(scene.view);
    const { play } = scene.view;
    if (play?.family === 'roulette') this.roulette(scene);
    else for (const hand of handsOf(scene)) this.hand(hand, scene.progress);
    if (play?.family !== 'blackjack')
      this.ownBets(
        play?.family === 'roulette' ? 760 : 120,
        play?.family === 'roulette' ? 400 : 558,
      );
    this.caption(scene.caption);
    if (scene.lines.length && scene.faded) this.settlement(scene);
  }

  private background(view: TableView): void {
    const { ctx } = this;
    const { width, height } = SIZE;
    ctx.resetTransform();
    ctx.globalAlpha = 1;
    const cloth = ctx.createLinearGradient(0, 0, 0, height);
    cloth.addColorStop(0, this.cloth.felt);
    cloth.addColorStop(1, this.cloth.deep);
    ctx.fillStyle = cloth;
    ctx.fillRect(0, 0, width, height);
    const lamp = ctx.createRadialGradient(width / 2, 0, 40, width / 2, 0, 700);
    lamp.addColorStop(0, 'rgb(255 244 214 / 0.24)');
    lamp.addColorStop(1, 'rgb(255 244 214 / 0)');
    ctx.fillStyle = lamp;
    ctx.fillRect(0, 0, width, height);
    ctx.strokeStyle = this.cloth.line;
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.roundRect(14, 14, width - 28, height - 28, 22);
    ctx.stroke();
    ctx.globalAlpha = 1;
    this.text(view.title, 44, 62, `700 30px ${SERIF}`, GOLD, 'left', 700);
    const round = [t('table.roundN', { n: view.round }), this.player].filter(Boolean).join(' · ');
    this.text(round, 44, 92, `400 20px ${SANS}`, '#f1e7c9', 'left', 700);
  }

  private hand(hand: DrawnHand, progress: number): void {
    const { ctx } = this;
    const width = (hand.height * CARD.width) / CARD.height;
    const many = Math.max(hand.cards.length, 2);
    const step = Math.min(width * 0.62, (hand.room - width) / (many - 1));
    const left = hand.x - (width + step * (hand.cards.length - 1)) / 2;
    if (hand.lit) {
      ctx.strokeStyle = GOLD;
      ctx.lineWidth = 3;
      ctx.beginPath();
      ctx.roundRect(hand.x - hand.room / 2, hand.y - 16, hand.room, hand.height + 32, 16);
      ctx.stroke();
    }
    hand.cards.forEach((card, at) =>
      this.card(card, hand.before[at], left + at * step, hand.y, width, hand.height, progress),
    );
    this.text(hand.label, hand.x, hand.y - 26, `600 20px ${SANS}`, '#fff', 'center', hand.room);
    if (hand.badge) this.badge(hand.badge, hand.x, hand.y + hand.height + 24);
    if (hand.chips) this.chips(hand.chips, hand.x, hand.y + hand.height + 72);
    if (hand.note)
      this.text(
        hand.note,
        hand.x,
        hand.y + hand.height + 116,
        `700 18px ${SANS}`,
        GOLD,
        'center',
        hand.room,
      );
  }

  private card(
    card: string,
    was: string | undefined,
    x: number,
    y: number,
    width: number,
    height: number,
    progress: number,
  ): void {
    const { ctx } = this;
    const eased = 1 - (1 - progress) ** 3;
    const comes = was === undefined;
    const turns = was !== undefined && was !== card;
    const picture = this.pictures.get(turns && eased < 0.5 ? was : card);
    if (!picture) return;
    ctx.save();
    ctx.shadowColor = 'rgb(0 0 0 / 0.45)';
    ctx.shadowBlur = 8;
    ctx.shadowOffsetY = 3;
    const [fromX, fromY] = comes
      ? [SHOE.x + (x - SHOE.x) * eased, SHOE.y + (y - SHOE.y) * eased]
      : [x, y];
    ctx.translate(fromX + width / 2, fromY + height / 2);
    if (comes) ctx.rotate((1 - eased) * -0.9);
    if (turns) ctx.scale(Math.max(0.02, Math.abs(2 * eased - 1)), 1);
    ctx.globalAlpha = comes ? Math.min(1, progress * 4) : 1;
    ctx.drawImage(picture, -width / 2, -height / 2, width, height);
    ctx.restore();
  }

  private badge(text: string, x: number, y: number): void {
    const { ctx } = this;
    ctx.font = `800 24px ${SANS}`;
    const width = Math.max(52, ctx.measureText(text).width + 28);
    ctx.fillStyle = 'rgb(0 0 0 / 0.55)';
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - 18, width, 36, 18);
    ctx.fill();
    this.text(text, x, y + 8, `800 24px ${SANS}`, '#fff', 'center');
  }

  private chips(amount: number, x: number, y: number): void {
    const { ctx } = this;
    ctx.font = `700 20px ${SANS}`;
    const text = money(amount);
    const left = x - (ctx.measureText(text).width + 40) / 2;
    ctx.fillStyle = '#c9962f';
    ctx.beginPath();
    ctx.arc(left + 14, y, 14, 0, 2 * Math.PI);
    ctx.fill();
    ctx.strokeStyle = '#fdfaf2';
    ctx.lineWidth = 4;
    ctx.setLineDash([6, 6]);
    ctx.beginPath();
    ctx.arc(left + 14, y, 12, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.setLineDash([]);
    this.text(text, left + 38, y + 7, `700 20px ${SANS}`, '#fff', 'left');
  }

  private ownBets(left: number, top: number): void {
    const shown = this.bets.slice(0, 8);
    shown.forEach((bet, at) => {
      const [column, row] = left > 400 ? [0, at] : [at % 4, Math.floor(at / 4)];
      const [x, y] = [left + 130 + column * 260, top + row * (left > 400 ? 30 : 48)];
      if (left > 400) {
        this.text(bet.name, left, y, `600 20px ${SANS}`, '#fff', 'left', 300);
        this.text(money(bet.amount), left + 440, y, `700 20px ${SANS}`, GOLD, 'right');
      } else {
        this.text(bet.name, x, y, `600 20px ${SANS}`, '#fff', 'center', 240);
        this.chips(bet.amount, x, y + 24);
      }
    });
    if (this.bets.length > shown.length)
      this.text(
        `+ ${this.bets.length - shown.length}`,
        left,
        top + shown.length * 30,
        `600 20px ${SANS}`,
        GOLD,
        'left',
      );
  }

  private roulette({ view, before, progress }: Scene): void {
    const { ctx } = this;
    const [x, y, radius] = [380, 370, 250];
    const pocket = view.play?.family === 'roulette' ? view.play.pocket : null;
    const known = before.play?.family === 'roulette' && before.play.pocket !== null;
    const run = known ? 1 : 1 - (1 - progress) ** 3;
    const rotor = pocket === null ? 0 : -(angleOf(pocket) * Math.PI) / 180 + (1 - run) * 5;
    ctx.fillStyle = '#5b3617';
    ctx.beginPath();
    ctx.arc(x, y, radius + 16, 0, 2 * Math.PI);
    ctx.fill();
    ORDER.forEach((number, at) => {
      const middle = rotor + ((at * STEP - 90) * Math.PI) / 180;
      const half = (STEP * Math.PI) / 360;
      ctx.fillStyle = COLOURS[colourOf(number)] ?? '#000';
      ctx.beginPath();
      ctx.arc(x, y, radius, middle - half, middle + half);
      ctx.arc(x, y, radius * 0.62, middle + half, middle - half, true);
      ctx.fill();
      ctx.save();
      ctx.translate(x + Math.cos(middle) * radius * 0.9, y + Math.sin(middle) * radius * 0.9);
      ctx.rotate(middle + Math.PI / 2);
      this.text(String(number), 0, 7, `700 18px ${SANS}`, '#fff', 'center');
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
    ctx.fillStyle = COLOURS[colourOf(pocket)] ?? '#000';
    ctx.beginPath();
    ctx.arc(980, 220, 96, 0, 2 * Math.PI);
    ctx.fill();
    ctx.strokeStyle = GOLD;
    ctx.lineWidth = 5;
    ctx.stroke();
    this.text(String(pocket), 980, 254, `800 96px ${SANS}`, '#fff', 'center');
  }

  private caption(text: string): void {
    const { ctx } = this;
    if (!text) return;
    ctx.fillStyle = 'rgb(0 0 0 / 0.5)';
    ctx.fillRect(0, SIZE.height - BAR, SIZE.width, BAR);
    const sentence = text.charAt(0).toUpperCase() + text.slice(1);
    this.text(
      sentence,
      SIZE.width / 2,
      SIZE.height - BAR / 2 + 9,
      `600 26px ${SANS}`,
      '#fff',
      'center',
      SIZE.width - 80,
    );
  }

  private settlement({ view, lines, faded }: Scene): void {
    const { ctx } = this;
    const shown = lines.slice(0, 6);
    const [width, height] = [760, 128 + shown.length * 62];
    const [left, top] = [(SIZE.width - width) / 2, (SIZE.height - BAR - height) / 2];
    ctx.globalAlpha = faded;
    ctx.fillStyle = 'rgb(10 12 14 / 0.9)';
    ctx.beginPath();
    ctx.roundRect(left, top, width, height, 20);
    ctx.fill();
    ctx.strokeStyle = GOLD;
    ctx.lineWidth = 2;
    ctx.stroke();
    shown.forEach((line, at) => {
      const y = top + 52 + at * 62;
      const gain = line.returned - line.stake;
      const box = line.box === null ? '' : t('table.boxN', { n: line.box });
      const hand = (line.hand ?? 1) > 1 ? t('table.handN', { n: line.hand ?? 1 }) : '';
      this.text(
        [betName(view.game, line.bet), box, hand].filter(Boolean).join(' · '),
        left + 32,
        y,
        `600 24px ${SANS}`,
        '#fff',
        'left',
        380,
      );
      this.text(line.clause, left + 32, y + 24, `400 16px ${SANS}`, GOLD, 'left');
      this.text(
        t(`table.result-${line.result}`),
        left + 540,
        y,
        `600 22px ${SANS}`,
        '#f1e7c9',
        'right',
      );
      this.text(
        net(gain),
        left + width - 32,
        y,
        `700 24px ${SANS}`,
        gain > 0 ? '#7be3a6' : gain < 0 ? '#ff9d92' : '#fff',
        'right',
      );
    });
    const total = lines.reduce((sum, line) => sum + line.returned - line.stake, 0);
    const foot = top + height - 34;
    ctx.fillStyle = 'rgb(255 255 255 / 0.2)';
    ctx.fillRect(left + 32, foot - 44, width - 64, 1);
    this.text(t('table.settlement'), left + 32, foot, `700 26px ${SERIF}`, GOLD, 'left');
    this.text(
      net(total),
      left + width - 32,
      foot,
      `800 32px ${SANS}`,
      total > 0 ? '#7be3a6' : total < 0 ? '#ff9d92' : '#fff',
      'right',
    );
    ctx.globalAlpha = 1;
  }

  private text(
    text: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    align: CanvasTextAlign,
    most?: number,
  ): void {
    const { ctx } = this;
    ctx.font = font;
    ctx.fillStyle = colour;
    ctx.textAlign = align;
    ctx.fillText(text, x, y, most);
  }
}

// Where the hands of each game lie -------------------------------------------------------------------

/** A card counts when it lies there. */
function handsOf({ view, before, progress }: Scene): DrawnHand[] {
  const { play } = view;
  const was = before.play;
  const told = progress < 1 ? before : view;
  switch (play?.family) {
    case 'blackjack': {
      const old = was?.family === 'blackjack' ? was : null;
      const counted = told.play?.family === 'blackjack' ? told.play : null;
      const all = play.boxes.flatMap((box) =>
        box.hands.map((hand, index) => ({ box, hand, index })),
      );
      const room = Math.min(260, 1200 / Math.max(1, all.length));
      const dealer: DrawnHand = {
        ...plain(t('blackjack.dealer'), play.dealer, old?.dealer ?? [], 640, 78, 168, 520),
        badge: String(counted?.dealer_total ?? ''),
      };
      return [
        dealer,
        ...all.map(({ box, hand, index }, at): DrawnHand => {
          const oldHand = old?.boxes.find((other) => other.number === box.number)?.hands[index];
          const lies = counted?.boxes.find((other) => other.number === box.number);
          const result = lies?.results[index];
          const name = box.seat ?? t('blackjack.boxN', { n: box.number });
          return {
            ...plain(
              name,
              hand.cards,
              oldHand?.cards ?? [],
              640 + (at - (all.length - 1) / 2) * room,
              356,
              150,
              room - 16,
            ),
            badge: lies?.hands[index]?.cards.length ? String(lies.hands[index].total ?? '') : '',
            lit: told.turns.some(
              (turn) => turn.box === box.number && (turn.hand ?? 1) === index + 1,
            ),
            chips: hand.stake,
            note: result ? t(`table.result-${result}`) : '',
          };
        }),
      ];
    }
    case 'baccarat': {
      const old = was?.family === 'baccarat' ? was : null;
      const counted = told.play?.family === 'baccarat' ? told.play : null;
      const winner = told.over ? told.last.at(-1)?.result : null;
      const side = (name: 'player' | 'banker', x: number): DrawnHand => ({
        ...plain(t(`bets.${name}`), play[name], old?.[name] ?? [], x, 170, 230, 460),
        badge: counted?.[name].length ? String(counted[`${name}_points`]) : '',
        lit: winner?.name === name,
        note: winner?.name === name ? resultText(winner, 'said') : '',
      });
      return [side('player', 370), side('banker', 910)];
    }
    case 'hands': {
      const old = was?.family === 'hands' ? was : null;
      const room = 1200 / Math.max(1, play.hands.length);
      return play.hands.map((hand, at) => {
        const cards = old?.hands.find((other) => other.place === hand.place)?.cards ?? [];
        return plain(
          hand.place,
          hand.cards,
          cards,
          640 + (at - (play.hands.length - 1) / 2) * room,
          180,
          220,
          room - 20,
        );
      });
    }
    default:
      return [];
  }
}

const plain = (
  label: string,
  cards: string[],
  before: string[],
  x: number,
  y: number,
  height: number,
  room: number,
): DrawnHand => ({
  label,
  cards,
  before,
  badge: '',
  x,
  y,
  height,
  room,
  lit: false,
  chips: 0,
  note: '',
});
