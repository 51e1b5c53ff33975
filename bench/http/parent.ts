/** A child's side of `Child`: answers what the parent asks. An error ends this process, which the parent notices. */
export function answerParent(answer: (question: never) => unknown): void {
  process.on('message', (question) => {
    void Promise.resolve(answer(question as never)).then((given) => process.send?.(given));
  });
  process.once('disconnect', () => process.exit());
  // Ctrl-C goes to every process of the terminal; when to end is the parent's to say.
  process.on('SIGINT', () => undefined);
}
