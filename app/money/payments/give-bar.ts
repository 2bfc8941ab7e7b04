/**
 * Hides the bar at the lower edge while the button in the hero is in sight. The style sheet does that; this helps
 * browsers that can't. Returns the function that ends it.
 */
export function followGive(bar: HTMLElement | null): (() => void) | undefined {
  const here = document.querySelector('.give-here')
  if (!bar || !here || CSS.supports('timeline-scope: --give')) return
  const watch = new IntersectionObserver(([seen]) => bar.toggleAttribute('data-spare', seen?.isIntersecting))
  watch.observe(here)
  return () => watch.disconnect()
}
