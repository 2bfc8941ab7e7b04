import { Fragment, useId } from 'react'
import { type Cloth, repeat, weave } from './weave.ts'

type WovenProps = {
  slug: string
  /** The kind: a band is an edge, filled along its length; a cloth fills a box. */
  kind?: 'cloth' | 'band'
  /** Pixels to one unit of the weave (a repeat is 24 units wide). */
  scale?: number
  className?: string
}

/** The woven pattern of a slug: the same slug always weaves the same cloth. Decoration: give its box a name if it needs one. */
export function WovenPattern({ slug, kind = 'cloth', scale = 1, className }: WovenProps) {
  const id = useId()
  const cloth = weave(slug, kind)
  const { height } = cloth
  return (
    <svg aria-hidden="true" width="100%" height={kind === 'band' ? height * scale : '100%'} className={className}>
      <pattern
        id={id}
        width={repeat}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={scale === 1 ? undefined : `scale(${scale})`}
      >
        <Threads {...cloth} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

type FrameProps = {
  slug: string
  width: number
  height: number /** Repeats along the upper edge. */
  times?: number
  className?: string
}

/** The edge of a slug's cloth all around a box, in the box's own unit, its corners mitred. */
export function WovenFrame({ slug, width, height, times = 32, className }: FrameProps) {
  const id = useId()
  const cloth = weave(slug, 'band')
  const scale = width / (repeat * times)
  const deep = cloth.height * scale
  // The height holds as many repeats as fit; both ends share the rest.
  const spare = (height % (repeat * scale)) / 2
  const sides = [
    { turn: `matrix(${scale} 0 0 ${scale} 0 0)`, d: `M0 0H${width}l-${deep} ${deep}H${deep}z` },
    { turn: `matrix(${scale} 0 0 -${scale} 0 ${height})`, d: `M0 ${height}H${width}l-${deep} -${deep}H${deep}z` },
    { turn: `matrix(0 ${scale} ${scale} 0 0 ${spare})`, d: `M0 0V${height}l${deep} -${deep}V${deep}z` },
    { turn: `matrix(0 ${scale} -${scale} 0 ${width} ${spare})`, d: `M${width} 0V${height}l-${deep} -${deep}V${deep}z` },
  ]
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" className={className}>
      {sides.map(({ turn, d }, at) => (
        <Fragment key={turn}>
          <pattern
            id={`${id}${at}`}
            width={repeat}
            height={cloth.height}
            patternUnits="userSpaceOnUse"
            patternTransform={turn}
          >
            <Threads {...cloth} />
          </pattern>
          <path d={d} fill={`url(#${id}${at})`} />
        </Fragment>
      ))}
    </svg>
  )
}

/** A single repeat of a cloth. */
function Threads({ ground, height, rows }: Cloth) {
  return (
    <>
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
    </>
  )
}
