// A question that is asked again whenever something changes: one at a time is under way, and only
// the answer to the newest counts.
export class LatestQuestion<Question, Answer> {
  private underWay = false;
  private next: { question: Question } | null = null;

  constructor(
    private readonly ask: (question: Question) => Promise<Answer>,
    private readonly answered: (question: Question, answer: Answer) => void,
  ) {}

  async want(question: Question): Promise<void> {
    this.next = { question };
    if (this.underWay) return;
    this.underWay = true;
    while (this.next) {
      const { question: question } = this.next;
      this.next = null;
      // Where there is no answer, there is no news.
      const answer = await this.ask(question).catch(() => null);
      if (answer !== null && !this.next) this.answered(question, answer);
    }
    this.underWay = false;
  }
}
