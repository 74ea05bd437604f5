// What a ruling would come to, asked of the house whenever the form or the table changes.
import { house } from '../../house/house.svelte';
import { LatestQuestion } from '../../house/latest-question';
import type { RulingPreview } from '../../wire/socket';
import type { Ruling } from './rulings';

interface Question {
  table: string;
  round: number;
  ruling: Ruling;
}
type Answer = { preview: RulingPreview } | { refused: unknown };

export class RulingPreviews {
  private answered = $state.raw<{ key: string; answer: Answer } | null>(null);
  private questions = new LatestQuestion<Question, Answer>(
    (question) =>
      house.ask({ type: 'preview-ruling', ...question }).then(
        (preview) => ({ preview: preview as RulingPreview }),
        (refused: unknown) => ({ refused }),
      ),
    ({ ruling }, answer) => (this.answered = { key: JSON.stringify(ruling), answer }),
  );

  ask(table: string, round: number, ruling: Ruling | null): void {
    if (ruling) void this.questions.want({ table, round, ruling });
  }

  /** What was answered for this ruling, and for no other. */
  of(ruling: Ruling | null): RulingPreview | null {
    const answer = this.answerTo(ruling);
    return answer && 'preview' in answer ? answer.preview : null;
  }

  /** Why it would be refused now. */
  refusalOf(ruling: Ruling | null): unknown {
    const answer = this.answerTo(ruling);
    return answer && 'refused' in answer ? answer.refused : null;
  }

  private answerTo(ruling: Ruling | null): Answer | null {
    return ruling && this.answered?.key === JSON.stringify(ruling) ? this.answered.answer : null;
  }
}
