import { cloneElement, type ReactElement, useId, useState } from 'react'
import { cx } from './cx.ts'

type TooltipProps = {
  text: string
  side?: 'top' | 'bottom'
  /** Towards which side the words grow: 'end' for what stands at the right edge. */
  align?: 'start' | 'center' | 'end'
  /** A control that can have the focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

const sides = { top: 'bottom-full pb-2', bottom: 'top-full pt-2' }
const aligns = { start: 'left-0', center: 'left-1/2 -translate-x-1/2', end: 'right-0' }

/** A few words more about a control, when it is pointed at or has the focus. Escape hides them. Never the only place for them. */
export function Tooltip({ text, side = 'top', align = 'center', children }: TooltipProps) {
  const id = useId()
  const [hidden, setHidden] = useState(false)
  const again = () => setHidden(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its control hears
    <span
      className="group/tip relative inline-flex"
      onKeyDown={(event) => event.key === 'Escape' && setHidden(true)}
      onPointerEnter={again}
      onBlur={again}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        className={cx(
          'invisible absolute z-40 w-max max-w-60 opacity-0 transition-opacity delay-150',
          !hidden && 'group-hover/tip:visible group-hover/tip:opacity-100',
          !hidden && 'group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100',
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
