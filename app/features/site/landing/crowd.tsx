import { WovenPattern } from '#app/ui/woven.tsx'
import { Figure, type Look } from './figure.tsx'

type Placed = Look & { x: number; y: number; size: number }

const back: Placed[] = [
  { x: 20, y: 52, size: 0.92, skin: '#5a3623', cloth: '#6d4a2b', trim: '#e5b53f', wear: 'short' },
  { x: 178, y: 40, size: 0.95, skin: '#7d4f33', cloth: '#2b4470', trim: '#f3e6c8', wear: 'afro' },
  { x: 330, y: 50, size: 0.9, skin: '#4b2b1c', cloth: '#4c7a4e', trim: '#e5b53f', wear: 'kofia', wearIn: '#f3e6c8' },
  { x: 474, y: 38, size: 0.95, skin: '#6b4029', cloth: '#c9754b', trim: '#3b2a20', wear: 'hijab', wearIn: '#1f4d38' },
  { x: 630, y: 46, size: 0.92, skin: '#8a5a3a', cloth: '#1f4d38', trim: '#e5b53f', wear: 'short' },
  { x: 776, y: 40, size: 0.95, skin: '#54301f', cloth: '#e5b53f', trim: '#9c4128', wear: 'braids' },
  { x: 930, y: 50, size: 0.9, skin: '#7a4c30', cloth: '#9c4128', trim: '#f3e6c8', wear: 'elder' },
  { x: 1080, y: 42, size: 0.92, skin: '#4b2b1c', cloth: '#2b4470', trim: '#e5b53f', wear: 'afro' },
]
const front: Placed[] = [
  { x: -52, y: 82, size: 1.1, skin: '#6b4029', cloth: '#1f4d38', trim: '#e5b53f', wear: 'kofia', wearIn: '#9c4128' },
  { x: 92, y: 72, size: 1.15, skin: '#4b2b1c', cloth: '#c9754b', trim: '#f3e6c8', wear: 'wrap', wearIn: '#e5b53f' },
  { x: 244, y: 80, size: 1.1, skin: '#8a5a3a', cloth: '#e5b53f', trim: '#9c4128', wear: 'elder' },
  { x: 392, y: 76, size: 1.12, skin: '#54301f', cloth: '#f3e6c8', trim: '#9c4128', wear: 'bun' },
  { x: 542, y: 70, size: 1.18, skin: '#6b4029', cloth: '#9c4128', trim: '#e5b53f', wear: 'wrap', wearIn: '#2b4470' },
  { x: 700, y: 80, size: 1.1, skin: '#4b2b1c', cloth: '#4c7a4e', trim: '#f3e6c8', wear: 'short' },
  { x: 848, y: 76, size: 1.12, skin: '#7d4f33', cloth: '#2b4470', trim: '#e5b53f', wear: 'hijab', wearIn: '#e5b53f' },
  { x: 996, y: 72, size: 1.15, skin: '#54301f', cloth: '#f3e6c8', trim: '#1f4d38', wear: 'afro' },
  { x: 1140, y: 80, size: 1.1, skin: '#8a5a3a', cloth: '#9c4128', trim: '#e5b53f', wear: 'wrap', wearIn: '#1f4d38' },
]

/** What the word harambee means: many people, one cloth, all pulling. */
export function Crowd({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1200 270"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <g style={{ filter: 'brightness(0.68)' }}>
        {back.map((one) => (
          <Figure key={one.x} look={one} x={one.x} y={one.y} size={one.size} />
        ))}
      </g>
      {front.map((one) => (
        <Figure key={one.x} look={one} x={one.x} y={one.y} size={one.size} />
      ))}
      <svg x="-600" y="212" width="2400" height="60" aria-hidden="true">
        <WovenPattern slug="mama" kind="band" scale={1.3} />
      </svg>
      {front.map(({ x, size, skin }) => (
        <path
          key={x}
          fill={skin}
          d={`M${x + 14 * size} 206h15a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6h-15zM${x + 106 * size} 206h-15a6 6 0 0 0-6 6v12a6 6 0 0 0 6 6h15z`}
        />
      ))}
    </svg>
  )
}
