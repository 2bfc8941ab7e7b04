import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  text?: ReactNode
  /** The control at the right of the title, or under it on a phone. */
  action?: ReactNode
  level?: 2 | 3
}

/** A box on the page's background. With a title it is a section of the page. */
export function Card({ title, text, action, level = 2, className, children, ...rest }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section {...rest} className={cx('rounded-card border border-line bg-card p-4 sm:p-6', className)}>
      {(title || action) && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            {title && <Heading className="text-xl">{title}</Heading>}
            {text && <p className="mt-1 text-muted">{text}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
