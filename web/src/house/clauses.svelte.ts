// What a clause says: asked of the house once.
import { get } from './api';

class Clauses {
  private known = new Map<string, Promise<string>>();

  says(citation: string): Promise<string> {
    let clause = this.known.get(citation);
    if (!clause) {
      clause = get<{ says: string }>(`/api/clauses/${encodeURIComponent(citation)}`)
        .then((answer) => answer.says)
        .catch(() => citation);
      this.known.set(citation, clause);
    }
    return clause;
  }
}

export const clauses = new Clauses();
