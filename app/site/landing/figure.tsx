import { WovenPattern } from '#app/ui/woven.tsx'

// People drawn with a few strokes, each in a box of 120 × 150 that ends at the chest.

type Wear = 'wrap' | 'afro' | 'short' | 'kofia' | 'hijab' | 'bun' | 'braids' | 'elder'
export type FigureLook = { skin: string; cloth: string; trim: string; wear: Wear; wearIn?: string }

const hair = '#241812'

/** A person, glad to be here. */
export function LandingFigure({
  look,
  x = 0,
  y = 0,
  size = 1,
}: {
  look: FigureLook
  x?: number
  y?: number
  size?: number
}) {
  const { skin, cloth, trim, wear, wearIn = hair } = look
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      {behind[wear]?.(wearIn)}
      <path fill={cloth} d="M2 200v-44C2 108 20 90 48 84h24c28 6 46 24 46 72v44z" />
      <path fill="none" stroke={trim} strokeWidth="5" d="M42 86c4 18 32 18 36 0" />
      <path fill={skin} d="M50 64h20v20c0 12-20 12-20 0z" />
      <path fill="#1a0d06" opacity=".22" d="M50 71c8 6 15 6 20 2v7c-6 3-14 2-20-4z" />
      <path fill={skin} d="M38.5 52a4 5 0 0 1 5-5h33a4 5 0 0 1 0 10h-33a4 5 0 0 1-5-5z" />
      <ellipse fill={skin} cx="60" cy="51" rx="18.5" ry="23" />
      <path fill="#1a0d06" opacity=".1" d="M64 28.500a18.5 23 0 0 1 0 45C72 66 73 38 64 28.500z" />
      <path
        fill="none"
        stroke="#1d0f08"
        strokeWidth="1.8"
        strokeLinecap="round"
        d="M49 51q3.5-3.5 7 0M64 51q3.5-3.5 7 0M54 62q6.5 6 13 0"
      />
      {above[wear](wearIn, trim)}
    </g>
  )
}

const behind: Partial<Record<Wear, (colour: string) => React.ReactNode>> = {
  afro: (colour) => <circle fill={colour} cx="60" cy="40" r="31" />,
  bun: (colour) => <circle fill={colour} cx="60" cy="17" r="13" />,
  braids: (colour) => (
    <path
      fill="none"
      stroke={colour}
      strokeWidth="7"
      strokeLinecap="round"
      d="M42 42c-8 20-6 40-9 56M47 40c-8 24-5 44-6 62M78 42c8 20 6 40 9 56M73 40c8 24 5 44 6 62"
    />
  ),
  hijab: (colour) => (
    <path fill={colour} d="M60 18c-27 0-29 26-27 44 2 20-6 33-14 46h82c-8-13-16-26-14-46 2-18 0-44-27-44z" />
  ),
}

const cap = 'M40.5 50C37 26 47 24 60 24s23 2 19.5 26C78 38 72 35 60 35s-18 3-19.5 15z'
const above: Record<Wear, (colour: string, trim: string) => React.ReactNode> = {
  short: (colour) => <path fill={colour} d={cap} />,
  bun: (colour) => <path fill={colour} d={cap} />,
  braids: (colour) => (
    <path fill={colour} d="M40.5 52C36 24 48 22 60 22s24 2 19.5 30C78 40 66 40 62 32c-6 8-18 8-21.5 20z" />
  ),
  afro: (colour) => <path fill={colour} d="M40.5 48C38 26 48 24 60 24s22 2 19.5 24C76 38 70 37 60 37s-16 1-19.5 11z" />,
  elder: () => (
    <>
      <path fill="#d9d2c6" d={cap} />
      <path fill="#d9d2c6" d="M44 62c2 12 9 16 16 16s14-4 16-16c-4 7-9 5-16 5s-12 2-16-5z" />
      <path fill="none" stroke="#1d0f08" strokeWidth="1.8" strokeLinecap="round" d="M55 66q5 4 10 0" />
      <path
        fill="none"
        stroke="#2b2018"
        strokeWidth="1.5"
        d="M46 50a6 6 0 0 1 12 0 6 6 0 0 1-12 0zM62 50a6 6 0 0 1 12 0 6 6 0 0 1-12 0zM58 49h4"
      />
    </>
  ),
  kofia: (colour, trim) => (
    <>
      <path fill={colour} d="M41 42l2-22c10-5 24-5 34 0l2 22c-9-5-29-5-38 0z" />
      <path fill="none" stroke={trim} strokeWidth="3" strokeDasharray="4 3" d="M42.5 34c9-4 26-4 35 0" />
    </>
  ),
  hijab: (colour) => (
    <path
      fill={colour}
      d="M60 20c-24 0-25 22-23 38 1 10 8 21 23 22 15-1 22-12 23-22 2-16 1-38-23-38zm0 12c11 0 15 9 15 20s-6 21-15 21-15-10-15-21 4-20 15-20z"
    />
  ),
  wrap: (colour, trim) => (
    <>
      <path fill={colour} d="M75 24c6-18 30-18 28-3-1 9-14 14-24 9z" />
      <path fill={colour} d="M39 47C31 20 44 6 62 5c20-1 30 18 19 42-4-11-13-15-22-15s-16 5-20 15z" />
      <path
        fill="none"
        stroke={trim}
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M41 34c6-14 22-20 38-12M46 20c8-8 20-10 30-4M84 24c4-5 9-6 13-5"
      />
    </>
  ),
}

type Placed = FigureLook & { x: number; y: number; size: number }

const back: Placed[] = [
  { x: 13, y: 22, size: 1.03, skin: '#5a3623', cloth: '#6d4a2b', trim: '#e5b53f', wear: 'short' },
  { x: 171, y: 10, size: 1.06, skin: '#7d4f33', cloth: '#2b4470', trim: '#f3e6c8', wear: 'afro' },
  { x: 323, y: 20, size: 1.01, skin: '#4b2b1c', cloth: '#4c7a4e', trim: '#e5b53f', wear: 'kofia', wearIn: '#f3e6c8' },
  { x: 467, y: 8, size: 1.06, skin: '#6b4029', cloth: '#c9754b', trim: '#3b2a20', wear: 'hijab', wearIn: '#1f4d38' },
  { x: 623, y: 16, size: 1.03, skin: '#8a5a3a', cloth: '#1f4d38', trim: '#e5b53f', wear: 'short' },
  { x: 769, y: 10, size: 1.06, skin: '#54301f', cloth: '#e5b53f', trim: '#9c4128', wear: 'braids' },
  { x: 923, y: 20, size: 1.01, skin: '#7a4c30', cloth: '#9c4128', trim: '#f3e6c8', wear: 'elder' },
  { x: 1073, y: 12, size: 1.03, skin: '#4b2b1c', cloth: '#2b4470', trim: '#e5b53f', wear: 'afro' },
]
const front: Placed[] = [
  { x: -66, y: 68, size: 1.34, skin: '#6b4029', cloth: '#1f4d38', trim: '#e5b53f', wear: 'kofia', wearIn: '#9c4128' },
  { x: 77, y: 58, size: 1.4, skin: '#4b2b1c', cloth: '#c9754b', trim: '#f3e6c8', wear: 'wrap', wearIn: '#e5b53f' },
  { x: 230, y: 66, size: 1.34, skin: '#8a5a3a', cloth: '#e5b53f', trim: '#9c4128', wear: 'elder' },
  { x: 377, y: 62, size: 1.37, skin: '#54301f', cloth: '#f3e6c8', trim: '#9c4128', wear: 'bun' },
  { x: 526, y: 56, size: 1.44, skin: '#6b4029', cloth: '#9c4128', trim: '#e5b53f', wear: 'wrap', wearIn: '#2b4470' },
  { x: 686, y: 66, size: 1.34, skin: '#4b2b1c', cloth: '#4c7a4e', trim: '#f3e6c8', wear: 'short' },
  { x: 833, y: 62, size: 1.37, skin: '#7d4f33', cloth: '#2b4470', trim: '#e5b53f', wear: 'hijab', wearIn: '#e5b53f' },
  { x: 981, y: 58, size: 1.4, skin: '#54301f', cloth: '#f3e6c8', trim: '#1f4d38', wear: 'afro' },
  { x: 1126, y: 66, size: 1.34, skin: '#8a5a3a', cloth: '#9c4128', trim: '#e5b53f', wear: 'wrap', wearIn: '#1f4d38' },
]

/** The meaning of the word harambee: many people, one cloth, all pulling. */
export function Crowd() {
  return (
    <svg
      viewBox="0 0 1200 270"
      preserveAspectRatio="xMidYMax slice"
      className="crowd"
      aria-hidden="true"
      focusable="false"
    >
      <g style={{ filter: 'brightness(0.82)' }}>
        {back.map((one) => (
          <LandingFigure key={one.x} look={one} x={one.x} y={one.y} size={one.size} />
        ))}
      </g>
      {front.map((one) => (
        <LandingFigure key={one.x} look={one} x={one.x} y={one.y} size={one.size} />
      ))}
      <svg x="-600" y="212" width="2400" height="60" aria-hidden="true">
        <WovenPattern slug="mama" kind="band" scale={1.3} />
      </svg>
      {front.map(({ x, size, skin }) => (
        <g key={x} fill={skin} stroke="#1a0d06" strokeOpacity=".3" strokeWidth="1.5">
          <Fist x={x + 12 * size} />
          <Fist x={x + 108 * size - 24} />
        </g>
      ))}
    </svg>
  )
}

function Fist({ x }: { x: number }) {
  return <path d={`M${x} 214q0-8 8-8h8q8 0 8 8v10q0 8-8 8h-8q-8 0-8-8zm6 4v11m6-11v12m6-12v11`} />
}
