/** Every child answers this with the microseconds of a processor that it has taken since it began, by all of its threads. */
export const PROCESSOR_MICROS = 'processor micros';

/** A child's side of `Child`: answers what the parent asks. An error ends this process, which the parent notices. */
export function answerParent(answer: (question: never) => unknown): void {
  process.on('message', (question) => {
    if (question === PROCESSOR_MICROS) {
      const { user, system } = process.cpuUsage();
      process.send?.(user + system);
      return;
    }
    void Promise.resolve(answer(question as never)).then((given) => process.send?.(given));
  });
  process.once('disconnect', () => process.exit());
  // Ctrl-C goes to every process of the terminal; when to end is the parent's to say.
  process.on('SIGINT', () => undefined);
}
