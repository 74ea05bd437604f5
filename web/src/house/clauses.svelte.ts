// What a clause says: asked of the house once.
import { get } from './api';

class Clauses {
  private known = new Map<string, Promise<string>>();

  says(citation: string): Promise<string> {
    let found = this.known.get(citation);
    if (!found) {
      found = get<{ says: string }>(`/api/clauses/${encodeURIComponent(citation)}`)
        .then((told) => told.says)
        .catch(() => citation);
      this.known.set(citation, found);
    }
    return found;
  }
}

export const clauses = new Clauses();
