import type { ReactNode } from 'react'
import { type FigureLook, LandingFigure } from '#app/site/landing/figure.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'

// What the scenes of the example drives are put together from. Colours are the dyes of our cloths.

export const dye = {
  forest: '#1f4d38',
  leaf: '#4c7a4e',
  moss: '#7d9a5b',
  murram: '#9c4128',
  clay: '#c9754b',
  sand: '#e3b98a',
  grain: '#e5b53f',
  cream: '#f3e6c8',
  paper: '#fbf4e2',
  indigo: '#2b4470',
  sky: '#bcd6d6',
  water: '#6f9fa8',
  bark: '#3b2a20',
}

/** 1280 × 800, as wide as the hero of a public page shows it on a phone. */
export function Scene({ children, sky = dye.paper }: { children: ReactNode; sky?: string }) {
  return (
    <svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 800" width="1280" height="800">
      <rect width="1280" height="800" fill={sky} />
      {children}
    </svg>
  )
}

export type Placed = FigureLook & { x: number; y: number; size: number }

/** Figures end at the chest; what they wear goes on to the edge of the picture, or to what is before them. */
export const People = ({ all }: { all: Placed[] }) =>
  all.map(({ x, y, size, ...look }) => (
    <g key={`${x} ${y}`}>
      <path d={`M${x + 2 * size} ${y + 195 * size}h${116 * size}v800h${-116 * size}z`} fill={look.cloth} />
      <LandingFigure look={look} x={x} y={y} size={size} />
    </g>
  ))

/** A person we meet more than once. */
export const mama: FigureLook = { skin: '#6b4029', cloth: dye.murram, trim: dye.grain, wear: 'wrap', wearIn: dye.grain }

/** Woven cloth, cut to a shape. */
export function Cloth({ slug, d, id, scale = 2 }: { slug: string; d: string; id: string; scale?: number }) {
  return (
    <>
      <clipPath id={id}>
        <path d={d} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <svg aria-hidden="true" width="1280" height="800">
          <WovenPattern slug={slug} scale={scale} />
        </svg>
      </g>
    </>
  )
}

type ArmProps = { d: string; cloth: string; skin: string; hand: [number, number]; wide?: number }

/** A sleeve and the hand at its end. */
export function Arm({ d, cloth, skin, hand: [x, y], wide = 34 }: ArmProps) {
  return (
    <>
      <path d={d} fill="none" stroke={cloth} strokeWidth={wide} strokeLinecap="round" strokeLinejoin="round" />
      <circle cx={x} cy={y} r={wide * 0.5} fill={skin} />
      <path d={`M${x - 6} ${y + 4}q6 5 12 0`} fill="none" stroke="#1a0d06" strokeOpacity=".3" strokeWidth="2" />
    </>
  )
}

/** A flat-topped acacia. */
export function Acacia({ x, y, size = 1, leaf = dye.leaf }: { x: number; y: number; size?: number; leaf?: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path
        d="M-8 0c6-60 0-90-6-130l-46-50 12-8 42 38 4-70h12l4 66 48-46 10 9-50 55c-4 44-6 80 4 136z"
        fill={dye.bark}
      />
      <path
        d="M-190-180c0-34 60-40 90-46 20-34 90-40 120-14 60-18 150 6 160 40 16 22-40 30-80 22-40 18-110 14-140 2-50 16-150 20-150-4z"
        fill={leaf}
      />
      <path d="M-150-196c40-26 90-20 130-34 50-18 110 0 150 24-60-14-190-16-280 10z" fill="#fff" opacity=".12" />
    </g>
  )
}

/** A round house with a thatched roof. */
export function Hut({ x, y, size = 1, wall = dye.clay }: { x: number; y: number; size?: number; wall?: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-110-120h220V0h-220z" fill={wall} />
      <path d="M-110-34h220V0h-220z" fill={dye.murram} />
      <path d="M40-120h70V0H40z" fill="#1a0d06" opacity=".12" />
      <path d="M-26 0v-84c0-24 52-24 52 0V0z" fill={dye.bark} />
      <path d="M-84-86h34v34h-34z" fill={dye.bark} />
      <path d="M-84-70h34M-67-86v34" stroke={dye.cream} strokeWidth="3" />
      <path d="M0-262c40 50 110 100 150 152-40 14-260 14-300 0C-110-162-40-212 0-262z" fill="#b98a45" />
      <path d="M0-262c40 50 110 100 150 152-30 10-70 12-104 13C40-150 20-210 0-262z" fill="#1a0d06" opacity=".14" />
      <path
        d="M-20-236l-84 124M-4-240l-40 140M8-240l36 140M22-230l82 118"
        stroke="#8a6330"
        strokeWidth="4"
        opacity=".7"
      />
    </g>
  )
}

/** Hills one behind the other, the far ones paler. */
export function Hills({ y, colours }: { y: number; colours: string[] }) {
  const shapes = [
    'M0 120C160 20 300 0 440 70S760 30 900 60s260-40 380 20v800H0z',
    'M0 150c140-60 300-90 460-30s320 10 460-30 260 10 360 50v800H0z',
    'M0 190c220-50 400-10 600-20s420-50 680 0v800H0z',
  ]
  return (
    <g transform={`translate(0 ${y})`}>
      {colours.map((colour, at) => (
        <path key={colour} d={shapes[at]} fill={colour} />
      ))}
    </g>
  )
}
