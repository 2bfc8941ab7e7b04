import { cloneElement, type ReactElement, type SyntheticEvent, useId, useState } from 'react'
import { cx } from './cx.ts'

type TooltipProps = {
  text: string
  side?: 'top' | 'bottom'
  /** A focusable control. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

const sides = { top: 'bottom-full pb-2', bottom: 'top-full pt-2' }
const aligns = { start: 'left-0', center: 'left-1/2 -translate-x-1/2', end: 'right-0' }
/** Half of the widest tooltip, and a little room. */
const half = 128

/** Returns the side on which the words have room. */
function roomAt(element: Element): keyof typeof aligns {
  const { left, width } = element.getBoundingClientRect()
  const middle = left + width / 2
  if (middle < half) return 'start'
  return middle > document.documentElement.clientWidth - half ? 'end' : 'center'
}

/** A short explanation of a control, on hover or focus. Escape hides it. Never the only place for the words. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId()
  const [hidden, setHidden] = useState(false)
  const [align, setAlign] = useState<keyof typeof aligns>('center')
  const come = (event: SyntheticEvent) => {
    setHidden(false)
    setAlign(roomAt(event.currentTarget))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its control hears
    <span
      className="group/tip relative inline-flex"
      onKeyDown={(event) => event.key === 'Escape' && setHidden(true)}
      onPointerEnter={come}
      onFocus={come}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        className={cx(
          'absolute z-40 hidden w-max max-w-60',
          !hidden && 'group-hover/tip:block group-has-focus-visible/tip:block',
          sides[side],
          aligns[align],
        )}
      >
        <span id={id} role="tooltip" className="block rounded-control bg-ink px-3 py-1.5 text-paper text-sm">
          {text}
        </span>
      </span>
    </span>
  )
}
