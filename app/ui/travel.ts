type Hear = (event: PopStateEvent) => void

const hearers = new Set<Hear>()

/** For what has to hear of Back and Forward before the router does. Browsers tell it to listeners in the order of their coming. */
export function hearFirst() {
  addEventListener('popstate', (event) => {
    for (const hear of hearers) hear(event)
  })
}

/** Hears of Back and Forward first. What it gives back ends that. */
export function onTravel(hear: Hear): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}
