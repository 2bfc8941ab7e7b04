type Hear = (event: PopStateEvent) => void

const hearers = new Set<Hear>()

/** Registers for Back and Forward before the router does. Browsers call listeners in the order of registration. */
export function hearFirst() {
  addEventListener('popstate', (event) => {
    for (const hear of hearers) hear(event)
  })
}

/** Listens to Back and Forward before the router. The returned function ends that. */
export function onTravel(hear: Hear): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}
