import { WovenPattern } from '#app/ui/woven.tsx'
import { type FigureLook, LandingFigure } from './figure.tsx'

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
