// The one house this page talks to: its state, for components to read, and ways to ask.
import type { Bye, HouseSays } from '../wire/socket';
import type { Me, Session } from '../wire/http';
import { get, post } from './api';
import { Connection, type Question, type Status } from './connection';
import { Refusal } from './refusal';
import { apply, emptyState, type HouseState } from './state';

class House {
  me = $state<Me | null>(null);
  /** Whether it is known who we are. */
  known = $state(false);
  status = $state<Status>('closed');
  bye = $state<Bye | null>(null);
  state = $state.raw<HouseState>(emptyState());
  private connection = new Connection({
    status: (status) => (this.status = status),
    message: (message) => this.take(message),
    bye: (bye) => (this.bye = bye),
  });

  /** Who are we? A session may be left from last time. */
  async arrive(): Promise<void> {
    try {
      this.me = await get<Me>('/api/me');
    } catch {
      this.me = null;
    }
    this.known = true;
    if (this.me && !this.me.must) await this.connect();
  }

  async guest(): Promise<void> {
    await this.entered(await post<Session>('/api/guests'));
  }

  async register(name: string, password: string): Promise<void> {
    await this.entered(await post<Session>('/api/accounts', { name, password }));
  }

  async login(name: string, password: string, code: string | null): Promise<void> {
    await this.entered(await post<Session>('/api/login', { name, password, code }));
  }

  async logout(): Promise<void> {
    this.connection.close();
    await post('/api/logout').catch(() => {});
    this.me = null;
    this.state = emptyState();
  }

  /** After a change of password or authenticator the house may see us otherwise. */
  async entered(_: Session | null = null): Promise<void> {
    this.connection.close();
    this.state = emptyState();
    await this.arrive();
  }

  async connect(): Promise<void> {
    this.bye = null;
    try {
      await this.connection.open();
    } catch (error) {
      if (error instanceof Refusal) this.bye = { type: 'bye', code: error.code, message: error.message };
    }
  }

  ask = (question: Question): Promise<unknown> => this.connection.ask(question);
  follow = (table: string): Promise<void> => this.connection.follow(table);
  unfollow = (table: string): Promise<void> => this.connection.unfollow(table);
  watchFloor = (): Promise<void> => this.connection.watchFloor();

  async acknowledge(): Promise<void> {
    await this.ask({ type: 'acknowledge' });
    this.state = { ...this.state, realityCheck: null };
  }

  dismiss(index: number): void {
    this.state = { ...this.state, notices: this.state.notices.filter((_, i) => i !== index) };
  }

  private take(message: HouseSays): void {
    this.state = apply(this.state, message, performance.now());
  }
}

export const house = new House();
