/**
 * The bar at the lower edge steps aside while the way to give in the hero is in sight. The style sheet sees to that;
 * browsers that can't are helped. What it gives back ends that.
 */
export function followGive(bar: HTMLElement | null): (() => void) | undefined {
  const here = document.querySelector('.give-here')
  if (!bar || !here || CSS.supports('timeline-scope: --give')) return
  const watch = new IntersectionObserver(([seen]) => bar.toggleAttribute('data-spare', seen?.isIntersecting))
  watch.observe(here)
  return () => watch.disconnect()
}
