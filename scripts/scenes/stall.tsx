import { Arm, Cloth, dye, Hills, mama, People, Scene } from './things.tsx'

/** Her stall at the market, in better days. */
export function Stall() {
  return (
    <Scene sky="#f2d9a2">
      <Hills y={230} colours={['#d9b878', '#c39a5d']} />
      <path d="M0 560h1280v240H0z" fill={dye.clay} />
      <path d="M230 200h14v440h-14zM1036 200h14v440h-14z" fill={dye.bark} />
      <People
        all={[
          { ...mama, x: 480, y: 220, size: 2.6 },
          { x: 790, y: 300, size: 2, skin: '#4b2b1c', cloth: dye.forest, trim: dye.grain, wear: 'short' },
        ]}
      />
      <Cloth
        id="awning"
        slug="fundraiser"
        scale={2.4}
        d="M150 96h980l60 130c-40 26-80 26-110 0-36 26-80 26-110 0-36 26-80 26-110 0-36 26-80 26-110 0-36 26-80 26-110 0-36 26-80 26-110 0-36 26-80 26-110 0-36 26-80 26-110 0-30 26-70 26-110 0z"
      />
      <path d="M180 560h920v70H180z" fill="#b98a45" />
      <path d="M180 612h920v18H180z" fill="#8a6330" />
      <path d="M206 630h868v170H206z" fill={dye.murram} />
      <path d="M206 640h868M206 700h868M206 760h868" stroke="#1a0d06" strokeOpacity=".16" strokeWidth="4" />
      <Heap x={300} colour="#c2361f" />
      <Heap x={470} colour={dye.grain} />
      <Heap x={980} colour="#c2361f" />
      <Fish />
      <Arm d="M560 520c-40 30-60 40-84 44" cloth={dye.murram} skin="#6b4029" hand={[470, 552]} />
      <People
        all={[
          {
            x: -30,
            y: 440,
            size: 2.5,
            skin: '#8a5a3a',
            cloth: dye.indigo,
            trim: dye.grain,
            wear: 'hijab',
            wearIn: dye.forest,
          },
          {
            x: 1060,
            y: 420,
            size: 2.5,
            skin: '#54301f',
            cloth: dye.leaf,
            trim: dye.cream,
            wear: 'kofia',
            wearIn: dye.cream,
          },
        ]}
      />
    </Scene>
  )
}

/** Where each of ten lies when they are heaped: four, three, two, one. */
const heap = [4, 3, 2, 1].flatMap((count, row) =>
  Array.from({ length: count }, (_, at) => ({ x: (at - (count - 1) / 2) * 36, y: 546 - row * 28 })),
)

/** Tomatoes or mangoes, as they are sold. */
function Heap({ x, colour }: { x: number; colour: string }) {
  return heap.map((one) => (
    <g key={`${one.x} ${one.y}`} transform={`translate(${x + one.x} ${one.y})`}>
      <circle r="20" fill={colour} />
      <path d="M-12-8q6-8 14-8" fill="none" stroke="#fff" strokeOpacity=".45" strokeWidth="4" strokeLinecap="round" />
    </g>
  ))
}

function Fish() {
  return (
    <>
      <path d="M620 548c0-16 240-16 240 0l-16 14H636z" fill={dye.bark} />
      {[650, 715, 780].map((x) => (
        <g key={x} transform={`translate(${x} 530) rotate(-18)`}>
          <path d="M-34 0c14-22 48-22 62 0l22-14v28L28 0c-14 22-48 22-62 0z" fill={dye.water} />
          <circle cx="-20" cy="-3" r="3.5" fill={dye.bark} />
        </g>
      ))}
    </>
  )
}
