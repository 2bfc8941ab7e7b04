/** What is to hear of which topics. */
export class ByTopic<Hearing> {
  private readonly all = new Map<string, Set<Hearing>>()

  of(topic: string): Iterable<Hearing> {
    return this.all.get(topic) ?? []
  }

  /** From now on it hears of these in place of those. */
  move(one: Hearing, before: string[], topics: string[]): void {
    for (const topic of before) {
      const hearing = this.all.get(topic)
      hearing?.delete(one)
      if (hearing?.size === 0) this.all.delete(topic)
    }
    for (const topic of topics) this.all.set(topic, (this.all.get(topic) ?? new Set()).add(one))
  }
}
