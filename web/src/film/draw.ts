// One picture of a film: the felt, what lies on it, and what came of it, in the colours of the table.
import { money, net } from '../house/money';
import { betName } from '../house/names';
import { t } from '../i18n/words.svelte';
import type { TableView } from '../wire/socket';
import { CARD, type CardPictures } from './cards';
import { GOLD, SANS, type FilmedHand } from './hand';
import type { FilmedBet, FilmedGame, Scene } from './scene';
import { SIZE } from './support';

const SERIF = "Georgia, 'Times New Roman', 'Noto Serif', serif";
const SHOE = { x: SIZE.width - 90, y: 40 };
const BAR = 64;
const MOST_BETS = 8;

export interface Cloth {
  felt: string;
  deep: string;
  line: string;
}

type Context = CanvasRenderingContext2D;

export class FilmPainter {
  constructor(
    private readonly game: FilmedGame,
    readonly ctx: Context,
    private readonly cloth: Cloth,
    private readonly pictures: CardPictures,
    private readonly bets: FilmedBet[],
    private readonly player: string,
  ) {}

  draw(scene: Scene): void {
    this.background(scene.view);
    this.game.draw(this, scene);
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

  hand(hand: FilmedHand, progress: number): void {
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

  /** The player's bets in rows below the cards. */
  betsBelow(): void {
    this.shownBets.forEach((bet, at) => {
      const [x, y] = [250 + (at % 4) * 260, 558 + Math.floor(at / 4) * 48];
      this.text(bet.name, x, y, `600 20px ${SANS}`, '#fff', 'center', 240);
      this.chips(bet.amount, x, y + 24);
    });
    this.moreBets(120, 558);
  }

  /** Or in a column at the right. */
  betsBeside(): void {
    this.shownBets.forEach((bet, at) => {
      const [left, y] = [760, 400 + at * 30];
      this.text(bet.name, left, y, `600 20px ${SANS}`, '#fff', 'left', 300);
      this.text(money(bet.amount), left + 440, y, `700 20px ${SANS}`, GOLD, 'right');
    });
    this.moreBets(760, 400);
  }

  private get shownBets(): FilmedBet[] {
    return this.bets.slice(0, MOST_BETS);
  }

  private moreBets(left: number, top: number): void {
    const more = this.bets.length - MOST_BETS;
    if (more > 0)
      this.text(`+ ${more}`, left, top + MOST_BETS * 30, `600 20px ${SANS}`, GOLD, 'left');
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

  text(
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
