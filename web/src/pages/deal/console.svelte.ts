// A dealer's place at one table: what is scanned goes to the house in order, and what it answers is
// shown until the next thing happens.
import type { Guide, StaffView, TableView } from '../../wire/socket';
import type { Question } from '../../house/connection';
import { house } from '../../house/house.svelte';
import { play } from '../../house/sounds';
import { refusalText } from '../../i18n/words.svelte';
import { read, type Read } from './codes';
import { named, type Place } from './headline';
import { hidden, mainDeed, nextTask, shoeRecord, type MainDeed } from './steps';

export interface Echo {
  read: Read;
  /** Where it was due. */
  to: Place | null;
  hidden: boolean;
}

export class Console {
  echo = $state<Echo | null>(null);
  refusal = $state('');
  /** Goes up with every refusal, so that the same one twice is told twice. */
  refusals = $state(0);
  ticked = $state<string[]>([]);
  private line: Promise<unknown> = Promise.resolve();

  constructor(readonly table: string) {}

  get view(): TableView | undefined {
    return house.state.tables[this.table];
  }

  get staff(): StaffView | undefined {
    return house.state.staff[this.table];
  }

  get guide(): Guide | null {
    return this.staff?.guide ?? null;
  }

  get deed(): MainDeed | null {
    return mainDeed(this.guide);
  }

  /** One code after another: a scanner does not wait for answers. */
  scan(code: string): void {
    this.line = this.line.then(async () => {
      const due = this.guide?.card ?? null;
      const to = due && named(due, this.staff?.boxes ?? []);
      if (!(await this.ask({ type: 'scan', table: this.table, round: this.round, code }))) return;
      const found = read(code);
      play(found?.kind === 'card' ? 'card' : 'tick');
      const gone = !found || (found.kind === 'command' && found.command === 'take-back');
      this.echo = gone ? null : { read: found, to, hidden: hidden(due) };
    });
  }

  takeBack = async () => {
    if (!this.guide?.may_take_back) return;
    if (await this.ask({ type: 'take-back', table: this.table, round: this.round })) this.echo = null;
  };

  callPit = (text: string) => this.ask({ type: 'call-pit', table: this.table, text });

  together = (cards: string[]) =>
    this.ask({ type: 'rule', table: this.table, round: this.round, ruling: { input: 'together', by: 'dealer', cards } });

  tick(name: string): void {
    this.ticked = this.ticked.includes(name) ? this.ticked.filter((one) => one !== name) : [...this.ticked, name];
  }

  /** The one key: go on with what the guide says. */
  go = async () => {
    const { deed, guide, table, round } = this;
    if (deed === 'shoe' && guide) {
      const task = nextTask(guide.checklist, this.ticked);
      if (task) this.tick(task.name);
      else if (await this.ask({ type: 'change-shoe', table, record: shoeRecord(guide.checklist, this.ticked) })) this.ticked = [];
    } else if (deed === 'open-betting') {
      if (await this.ask({ type: 'open-betting', table })) this.echo = null;
    } else if (deed === 'close-betting' || deed === 'close-offers') {
      await this.ask({ type: deed, table, round });
    }
  };

  calm(): void {
    this.refusal = '';
  }

  private get round(): number {
    return this.view?.round ?? 0;
  }

  private async ask(question: Question): Promise<boolean> {
    try {
      await house.ask(question);
      this.refusal = '';
      return true;
    } catch (error) {
      this.refusal = refusalText(error);
      this.refusals += 1;
      play('no');
      return false;
    }
  }
}
