import { Acacia, Arm, dye, Hills, People, Scene } from './things.tsx'

const spines = [dye.murram, dye.forest, dye.grain, dye.indigo, dye.clay, dye.leaf, dye.cream, dye.bark]

/** A shelf of the library: books of all heights, some leaning, a gap where one is being read. */
function Shelf({ y, from }: { y: number; from: number }) {
  const books: { x: number; wide: number; tall: number; colour: string; lean: boolean }[] = []
  let x = 60
  for (let at = from; x < 1200; at++) {
    const wide = 26 + ((at * 37) % 26)
    const gap = at % 11 === 7 ? 70 : 0
    books.push({ x: x + gap, wide, tall: 92 + ((at * 53) % 44), colour: spines[(at * 5 + 3) % 8]!, lean: gap > 0 })
    x += wide + gap + 3
  }
  return (
    <g>
      <path d={`M40 ${y - 160}h1200v160H40z`} fill="#5c4028" />
      {books.map(({ x, wide, tall, colour, lean }) => (
        <g key={x} transform={lean ? `rotate(-9 ${x} ${y})` : undefined}>
          <path d={`M${x} ${y - tall}h${wide}v${tall}h${-wide}z`} fill={colour} />
          <path
            d={`M${x} ${y - tall + 16}h${wide}M${x} ${y - 20}h${wide}`}
            stroke="#fff"
            strokeOpacity=".35"
            strokeWidth="4"
          />
        </g>
      ))}
      <path d={`M30 ${y}h1220v20H30z`} fill="#8a6330" />
    </g>
  )
}

const Book = ({ x, y, colour }: { x: number; y: number; colour: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-84-8c30-18 60-16 84 4 24-20 54-22 84-4v62c-30-14-60-12-84 6-24-18-54-20-84-6z" fill={colour} />
    <path
      d="M-76-14c26-16 54-14 76 6v58c-22-16-50-18-76-6zM76-14c-26-16-54-14-76 6v58c22-16 50-18 76-6z"
      fill="#fffdf6"
    />
    <path
      d="M-62 4q26-10 48 2M-62 20q26-10 48 2M62 4q-26-10-48 2M62 20q-26-10-48 2"
      fill="none"
      stroke="#c9bfa6"
      strokeWidth="4"
    />
  </g>
)

/** The quiet corner: shelves, a lamp, and children who have forgotten the time. */
export function Library() {
  return (
    <Scene sky="#e9cf9c">
      <Shelf y={190} from={1} />
      <Shelf y={390} from={24} />
      <path d="M30 20h14v620H30zM1236 20h14v620h-14z" fill="#8a6330" />
      <path d="M30 570h1220v70H30z" fill="#5c4028" />
      <path d="M640 0v70M560 130c0-80 160-80 160 0z" fill={dye.forest} stroke={dye.bark} strokeWidth="6" />
      <path d="M560 132h160l200 430H360z" fill="#fff3cf" opacity=".34" />
      <People
        all={[
          { x: 140, y: 316, size: 2.1, skin: '#54301f', cloth: dye.indigo, trim: dye.cream, wear: 'short' },
          { x: 500, y: 296, size: 2.3, skin: '#7d4f33', cloth: dye.grain, trim: dye.murram, wear: 'braids' },
          { x: 880, y: 316, size: 2.1, skin: '#4b2b1c', cloth: dye.cream, trim: dye.forest, wear: 'afro' },
        ]}
      />
      <path d="M0 640h1280v160H0z" fill="#b98a45" />
      <path d="M0 640h1280v22H0z" fill="#d2a45c" />
      <path
        d="M160 720h300M700 744h420M360 772h200"
        stroke="#8a6330"
        strokeOpacity=".5"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <Book x={266} y={610} colour={dye.murram} />
      <Book x={640} y={616} colour={dye.forest} />
      <Book x={1006} y={610} colour={dye.clay} />
      <path d="M1140 600h110v24h-110zM1150 576h92v24h-92zM1138 624h116v26h-116z" fill={dye.murram} />
      <path d="M1150 576h92v24h-92z" fill={dye.grain} />
      <path d="M1138 624h116v26h-116z" fill={dye.forest} />
      <path d="M54 596c0-12 60-12 60 0v46c0 10-60 10-60 0z" fill={dye.indigo} />
      <path d="M66 590l-8-60M84 590l2-70M100 590l12-56" stroke={dye.grain} strokeWidth="9" strokeLinecap="round" />
    </Scene>
  )
}

const Can = ({ x, y, colour }: { x: number; y: number; colour: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-44-96l24-22h48l16 22V0h-88z" fill={colour} />
    <path d="M-18-104h30l8 12h-44z" fill={dye.paper} opacity=".85" />
    <path d="M28-124h20v14H28z" fill={dye.bark} />
    <path d="M-30-70l60 56M30-70l-60 56" stroke="#1a0d06" strokeOpacity=".18" strokeWidth="6" />
  </g>
)

/** The pump that Kisima waits for. */
export function Pump() {
  return (
    <Scene sky="#cfe3dc">
      <circle cx="220" cy="170" r="80" fill={dye.grain} />
      <Hills y={260} colours={['#dcc08a', '#cfa568', dye.sand]} />
      <Acacia x={1090} y={520} size={1.35} leaf={dye.moss} />
      <Acacia x={150} y={470} size={0.7} leaf={dye.moss} />
      <path d="M0 560c300-40 900-50 1280-10v250H0z" fill={dye.clay} />
      <path d="M430 720c0-40 420-40 420 0v80H430z" fill="#c9c0ab" />
      <ellipse cx="640" cy="716" rx="210" ry="34" fill="#ded6c2" />
      <path d="M604 330h72v380h-72z" fill={dye.forest} />
      <path d="M590 300h100v46H590zM580 690h120v30H580z" fill={dye.leaf} />
      <path d="M676 420h96c30 0 38 20 38 46v18h-36v-18c0-8-4-12-12-12h-86z" fill={dye.forest} />
      <path d="M640 312L420 236" stroke={dye.bark} strokeWidth="22" strokeLinecap="round" />
      <path d="M792 490c0 60-4 110 0 150" stroke={dye.water} strokeWidth="20" strokeLinecap="round" />
      <path d="M786 500c0 50-2 80 0 120" stroke="#fff" strokeOpacity=".6" strokeWidth="5" strokeLinecap="round" />
      <Can x={796} y={726} colour={dye.grain} />
      <People
        all={[
          {
            x: 200,
            y: 250,
            size: 2.3,
            skin: '#4b2b1c',
            cloth: dye.murram,
            trim: dye.grain,
            wear: 'kofia',
            wearIn: dye.cream,
          },
          {
            x: 900,
            y: 360,
            size: 2,
            skin: '#7d4f33',
            cloth: dye.indigo,
            trim: dye.grain,
            wear: 'wrap',
            wearIn: dye.clay,
          },
        ]}
      />
      <Arm d="M400 470c20-80 20-140 22-196" cloth={dye.murram} skin="#4b2b1c" hand={[424, 240]} wide={40} />
      <path d="M0 700c240-20 300 10 430 30l-10 70H0zM850 740c160-50 300-40 430-30v90H850z" fill="#b5643f" />
      <Can x={330} y={790} colour={dye.grain} />
      <Can x={220} y={800} colour="#5c86b0" />
      <Can x={1180} y={796} colour={dye.grain} />
      <People
        all={[{ x: 960, y: 520, size: 1.8, skin: '#6b4029', cloth: dye.grain, trim: dye.murram, wear: 'short' }]}
      />
    </Scene>
  )
}

const kit = { cloth: dye.grain, trim: dye.forest } as const

/** The team in its new shirts. */
export function Team() {
  return (
    <Scene sky="#bcd6d6">
      <Hills y={150} colours={['#a9c29a', '#8fae7c']} />
      <path d="M0 420h1280v380H0z" fill={dye.leaf} />
      <path d="M0 470h1280v60H0zM0 600h1280v80H0zM0 750h1280v50H0z" fill="#1a0d06" opacity=".07" />
      <path d="M300 440V170h680v270" fill="none" stroke={dye.paper} strokeWidth="16" />
      <path
        d="M308 178l60 250M400 178l50 250M500 178l34 250M600 178l14 250M690 178l-16 250M790 178l-36 250M880 178l-50 250M972 178l-62 250M308 240h664M318 300h646M334 360h616"
        stroke={dye.paper}
        strokeOpacity=".55"
        strokeWidth="3"
      />
      <path d="M0 440h1280" stroke={dye.paper} strokeWidth="8" />
      <People
        all={[
          { ...kit, cloth: '#cb9a2b', x: 130, y: 280, size: 1.9, skin: '#54301f', wear: 'short' },
          { ...kit, cloth: '#cb9a2b', x: 340, y: 262, size: 1.95, skin: '#7d4f33', wear: 'afro' },
          { x: 545, y: 240, size: 2, skin: '#4b2b1c', cloth: dye.forest, trim: dye.grain, wear: 'elder' },
          { ...kit, cloth: '#cb9a2b', x: 760, y: 262, size: 1.95, skin: '#6b4029', wear: 'braids' },
          { ...kit, cloth: '#cb9a2b', x: 970, y: 280, size: 1.9, skin: '#8a5a3a', wear: 'short' },
          { ...kit, x: 10, y: 430, size: 2.4, skin: '#6b4029', wear: 'short' },
          { ...kit, x: 250, y: 440, size: 2.4, skin: '#4b2b1c', wear: 'bun' },
          { ...kit, x: 740, y: 440, size: 2.4, skin: '#8a5a3a', wear: 'short' },
          { ...kit, x: 980, y: 430, size: 2.4, skin: '#54301f', wear: 'hijab', wearIn: dye.forest },
        ]}
      />
      <g transform="translate(640 690)">
        <circle r="86" fill={dye.paper} />
        <path
          d="M0-40l38 28-14 44h-48l-14-44zM0-40v-46M38-12l44-16M24 32l28 40M-24 32l-28 40M-38-12l-44-16"
          fill={dye.bark}
          stroke={dye.bark}
          strokeWidth="6"
        />
        <path d="M40-76a86 86 0 0 1 0 152C70 20 70-30 40-76z" fill="#1a0d06" opacity=".12" />
      </g>
    </Scene>
  )
}
