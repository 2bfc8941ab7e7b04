// biome-ignore-all lint/a11y/useSemanticElements: a carousel is groups of slides, as its pattern has it
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

type CarouselProps = {
  label: string
  slides: { key: string; content: ReactNode }[]
  /** The first slide to show, when it opens in the browser. */
  start?: number
  className?: string
  /** The place of buttons and dots: below the pictures, and on none of them. */
  controls?: string
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** More dots than this do not fit a phone; then it says '3 / 12'. */
const dotsAtMost = 8

/** Shows pictures side by side. The browser itself scrolls and snaps, so swiping works as usual; buttons, dots and keys help. */
export function Carousel({ label, slides, start = 0, className, controls = 'mt-2' }: CarouselProps) {
  const { t } = useLingui()
  const track = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(start)
  const [awake, setAwake] = useState(false)
  const wake = () => setAwake(true)
  const count = slides.length
  const go = (to: number) => {
    const element = track.current
    // The style sheet sets the speed, because it knows who wants no motion.
    element?.scrollTo({ left: ((to + count) % count) * element.clientWidth })
  }
  useBrowserLayoutEffect(() => {
    const element = track.current
    if (start > 0) element?.scrollTo({ left: start * element.clientWidth, behavior: 'instant' })
  }, [start])
  useEffect(() => whenLoaded(() => setAwake(true)), [])
  useEffect(() => {
    // A finger may have scrolled it before this script ran.
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {}
    if (scrollLeft > 0) setAt(Math.round(scrollLeft / clientWidth))
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!way) return
    event.preventDefault()
    go(at + way)
  }
  const arrow =
    'relative grid size-8 place-items-center rounded-badge bg-card text-ink shadow-float hover:bg-well before:absolute before:-inset-1.5 before:content-[""]'
  return (
    <section aria-roledescription={t`carousel`} aria-label={label} className={cx('relative', className)}>
      <div
        ref={track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={t`Pictures`}
        onKeyDown={onKeyDown}
        onPointerEnter={wake}
        onFocus={wake}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          wake()
          setAt(Math.round(scrollLeft / clientWidth))
        }}
        className={cx(row, !awake && 'slides-wait')}
      >
        {slides.map(({ key, content }, index) => (
          <div
            key={key}
            role="group"
            aria-roledescription={t`slide`}
            aria-label={t`${index + 1} of ${count}`}
            className={cx('w-full shrink-0 snap-center', index !== start && 'slide-waits')}
          >
            {content}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className={cx('needs-script flex items-center justify-between gap-2', controls)}>
          <button type="button" aria-label={t`Previous picture`} onClick={() => go(at - 1)} className={arrow}>
            <ChevronLeft aria-hidden="true" />
          </button>
          <Dots at={at} count={count} go={go} />
          <button type="button" aria-label={t`Next picture`} onClick={() => go(at + 1)} className={arrow}>
            <ChevronRight aria-hidden="true" />
          </button>
        </div>
      )}
    </section>
  )
}

const row =
  'flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth rounded-card [scrollbar-width:none]'

/** Runs it once the page has loaded: until then the other pictures would compete with the first. */
function whenLoaded(run: () => void): () => void {
  if (document.readyState === 'complete') {
    run()
    return () => {}
  }
  window.addEventListener('load', run)
  return () => window.removeEventListener('load', run)
}

function Dots({ at, count, go }: { at: number; count: number; go: (to: number) => void }) {
  const { t } = useLingui()
  const pill = 'flex rounded-badge bg-card shadow-float'
  if (count > dotsAtMost) {
    return (
      <p className={cx(pill, 'figures px-3 py-0.5 font-semibold text-sm')}>
        {at + 1} / {count}
      </p>
    )
  }
  return (
    <div className={cx(pill, 'px-1')}>
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
          key={index}
          type="button"
          aria-label={t`Show picture ${index + 1}`}
          aria-current={index === at || undefined}
          onClick={() => go(index)}
          className="group relative grid h-7 min-w-7 place-items-center rounded-badge before:absolute before:-inset-y-2 before:inset-x-0 before:content-['']"
        >
          <span className="h-2 w-2 rounded-badge bg-edge transition-[width] group-hover:bg-ink group-aria-current:w-4 group-aria-current:bg-brand" />
        </button>
      ))}
    </div>
  )
}
