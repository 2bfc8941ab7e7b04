import { useId } from 'react'
import { repeat, weave } from './weave.ts'

type WovenProps = {
  slug: string
  /** A band is an edge, filled along its length; a cloth fills a box. */
  kind?: 'cloth' | 'band'
  /** Pixels to one unit of the weave (a repeat is 24 units wide). */
  scale?: number
  className?: string
}

/** The woven pattern of a slug: the same slug always weaves the same cloth. Decoration: give its box a name if it needs one. */
export function WovenPattern({ slug, kind = 'cloth', scale = 1, className }: WovenProps) {
  const id = useId()
  const { ground, height, rows } = weave(slug, kind)
  return (
    <svg aria-hidden="true" width="100%" height={kind === 'band' ? height * scale : '100%'} className={className}>
      <pattern
        id={id}
        width={repeat}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={scale === 1 ? undefined : `scale(${scale})`}
      >
        <path fill={ground} d={`M0 0h${repeat}v${height}H0z`} />
        {rows.map((row, at) =>
          row.is === 'stripe' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cloth never changes.
            <path key={at} fill={row.dye} d={`M0 ${row.y}h${repeat}v${row.height}H0z`} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cloth never changes.
            <path key={at} fill={row.dye} d={row.path} />
          ),
        )}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
