// The same request keeps its id, so that sent twice it is one; another request gets another.
import { newId } from './connection';

export class RequestId {
  private body = '';
  private id = '';

  /** The request with its id. */
  of<T extends object>(request: T): T & { id: string } {
    const body = JSON.stringify(request);
    if (body !== this.body) [this.body, this.id] = [body, newId()];
    return { ...request, id: this.id };
  }
}
