import { Fragment } from 'react'
import { cx } from './cx.ts'

/**
 * Keeps words on one line of a list; the tooltip has the whole text. On narrow screens all of it shows, and an email address breaks
 * after its @, if it has to.
 */
export const OneLine = ({ text, className }: { text: string; className?: string }) => (
  <span
    title={text}
    dir="auto"
    className={cx('wrap-anywhere block @2xl:max-w-44 @2xl:truncate @2xl:whitespace-nowrap', className)}
  >
    {text.split(/(?<=@)/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
      <Fragment key={index}>
        {index > 0 && <wbr className="@2xl:hidden" />}
        {part}
      </Fragment>
    ))}
  </span>
)
