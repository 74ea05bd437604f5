// The same wish keeps its id, so that sent twice it is one; another wish gets another.
import { newId } from '../../house/connection';

export class Once {
  private body = '';
  private id = '';

  /** The wish with its id. */
  of<T extends object>(wish: T): T & { id: string } {
    const body = JSON.stringify(wish);
    if (body !== this.body) [this.body, this.id] = [body, newId()];
    return { ...wish, id: this.id };
  }
}
