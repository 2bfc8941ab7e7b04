import { Acacia, Arm, Cloth, dye, Hills, Hut, mama, People, Scene } from './things.tsx'

/** The ward: Mama Achieng in her bed, and those who came to see her. */
export function Ward() {
  return (
    <Scene sky="#efe0bd">
      <path d="M0 470h1280v330H0z" fill="#86a584" />
      <path d="M0 462h1280v16H0z" fill={dye.forest} />
      <Window />
      {/* The drip */}
      <path d="M986 130v520M986 136h-62M986 136h50" stroke={dye.bark} strokeWidth="9" strokeLinecap="round" />
      <path d="M900 150h48v78c0 22-48 22-48 0z" fill="#f8fbf6" stroke={dye.bark} strokeWidth="4" />
      <path d="M902 188h44v42c0 16-44 16-44 0z" fill={dye.water} opacity=".6" />
      <path d="M924 246c0 150-70 120-90 260" fill="none" stroke="#f8fbf6" strokeWidth="5" />
      <People
        all={[
          { x: 30, y: 190, size: 2.3, skin: '#4b2b1c', cloth: dye.indigo, trim: dye.cream, wear: 'elder' },
          { x: 196, y: 250, size: 1.9, skin: '#7d4f33', cloth: dye.leaf, trim: dye.grain, wear: 'braids' },
          { x: 985, y: 214, size: 2.25, skin: '#54301f', cloth: dye.cream, trim: dye.forest, wear: 'bun' },
        ]}
      />
      {/* The bed: its head, the pillow, and who lies in it */}
      <path d="M410 640V318c0-34 30-52 64-52h332c34 0 64 18 64 52v322" fill="none" stroke="#f8fbf6" strokeWidth="18" />
      <path d="M500 280v300M580 272v300M700 272v300M780 280v300" stroke="#f8fbf6" strokeWidth="9" />
      <path d="M448 470c-14-120 30-150 192-150s206 30 192 150z" fill="#fffdf6" />
      <path d="M470 450c-6-84 30-108 170-108" fill="none" stroke="#e6dcc4" strokeWidth="6" strokeLinecap="round" />
      <People all={[{ ...mama, x: 496, y: 252, size: 2.4 }]} />
      <Arm d="M330 520c60-6 110 14 150 42" cloth={dye.leaf} skin="#7d4f33" hand={[492, 566]} />
      <Cloth
        id="blanket"
        slug="achieng"
        scale={3.2}
        d="M372 800c0-120 6-180 60-214 70-44 346-44 416 0 54 34 60 94 60 214z"
      />
      <path d="M404 606c90-60 382-60 472 0l-14 46c-100-44-344-44-444 0z" fill="#fffdf6" />
      <Arm d="M560 560c-30 22-46 32-60 34" cloth={dye.murram} skin="#6b4029" hand={[494, 592]} />
      <Arm d="M1010 560c-50 4-100 10-140 26" cloth={dye.cream} skin="#54301f" hand={[862, 590]} />
      <Bedside />
      <People
        all={[{ x: 66, y: 540, size: 1.75, skin: '#6b4029', cloth: dye.grain, trim: dye.murram, wear: 'short' }]}
      />
    </Scene>
  )
}

function Window() {
  return (
    <>
      <path d="M470 40h340v200H470z" fill="#cfe3dc" />
      <path d="M470 190c60-40 120-30 170-10s110 6 170-18v78H470z" fill={dye.moss} />
      <circle cx="724" cy="98" r="34" fill={dye.grain} />
      <path d="M470 40h340v200H470zM640 40v200M470 140h340" fill="none" stroke="#fffdf6" strokeWidth="12" />
      <path d="M440 26h70c10 90-6 160-44 226h-26zM840 26h-70c-10 90 6 160 44 226h26z" fill={dye.clay} />
    </>
  )
}

function Bedside() {
  return (
    <>
      <path d="M1096 610h170v190h-170z" fill="#b98a45" />
      <path d="M1084 598h194v22h-194z" fill="#8a6330" />
      <path d="M1128 520h62l-8 80h-46z" fill={dye.indigo} />
      <path
        d="M1158 524c-30-50-34-80-20-96M1160 524c0-60 4-84 14-110M1164 524c20-44 40-60 58-70"
        fill="none"
        stroke={dye.forest}
        strokeWidth="6"
      />
      {[
        [1136, 424, dye.murram],
        [1176, 408, dye.grain],
        [1224, 450, dye.clay],
        [1156, 462, dye.grain],
      ].map(([x, y, colour]) => (
        <circle key={String(x)} cx={x} cy={y} r="19" fill={String(colour)} />
      ))}
      <circle cx="1222" cy="578" r="22" fill={dye.grain} />
      <circle cx="1250" cy="582" r="18" fill={dye.murram} />
    </>
  )
}

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

/** Home, above the lake. */
export function Home() {
  return (
    <Scene sky="#f6dda4">
      <circle cx="930" cy="210" r="92" fill="#fff3cf" />
      <path d="M0 300h1280v150H0z" fill={dye.water} />
      <path
        d="M300 352h180M720 330h260M860 372h150M90 384h120"
        stroke="#fff"
        strokeOpacity=".4"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path d="M0 300c180-50 340-40 470 0zM760 300c140-70 360-80 520-20v20z" fill="#8fa88a" />
      <Hills y={250} colours={['#a9b06a']} />
      <path d="M0 560c240-50 500-60 760-20s380 10 520-10v270H0z" fill={dye.sand} />
      <Acacia x={1080} y={600} size={1.5} />
      <Hut x={300} y={600} size={1.35} />
      <Hut x={640} y={570} size={0.95} wall={dye.sand} />
      <path d="M760 500v90M1010 486v110M760 512c90 30 160 26 250-10" fill="none" stroke={dye.bark} strokeWidth="6" />
      <path d="M800 524h60v70h-60zM930 520h54v84h-54z" fill={dye.indigo} />
      <path d="M868 530h54v60h-54z" fill={dye.grain} />
      {[
        [500, 690],
        [560, 720],
        [455, 735],
      ].map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`} fill={dye.paper}>
          <path d="M-26 0c0-24 40-26 50-4 4 24-14 30-28 30S-26 18-26 0zM18-6c2-22 20-22 20-6l-6 14z" />
          <path d="M28-24q4-8 8 0z" fill={dye.murram} />
          <path d="M-6 26v14M4 26v14" stroke={dye.clay} strokeWidth="3" />
        </g>
      ))}
      <People
        all={[
          { x: 700, y: 500, size: 2, skin: '#7d4f33', cloth: dye.leaf, trim: dye.grain, wear: 'braids' },
          { ...mama, x: 830, y: 450, size: 2.4 },
          { x: 1030, y: 560, size: 1.7, skin: '#6b4029', cloth: dye.grain, trim: dye.murram, wear: 'short' },
        ]}
      />
    </Scene>
  )
}

/** The women's group under its tree, with the basket everybody puts something into. */
export function Group() {
  return (
    <Scene sky="#cfe0cf">
      <Hills y={300} colours={['#b5c79c', '#9db57f', dye.moss]} />
      <path d="M0 600h1280v200H0z" fill={dye.clay} />
      <path d="M590 640c20-140 4-260-30-380h120c-30 130-40 240-14 380z" fill={dye.bark} />
      <path
        d="M150 250c-20-90 90-130 170-130 40-90 210-110 290-60 90-60 270-30 310 60 110-10 220 50 200 130-10 60-120 60-180 40-60 40-190 40-250 6-60 30-150 30-200-6-70 36-170 30-210-6-60 16-122 10-130-34z"
        fill={dye.leaf}
      />
      <path
        d="M250 190c60-60 150-60 210-90 90-40 190-20 260 10 90 10 170 30 220 90-180-70-500-80-690-10z"
        fill="#fff"
        opacity=".12"
      />
      <People
        all={[
          { x: 60, y: 330, size: 1.9, skin: '#54301f', cloth: dye.indigo, trim: dye.grain, wear: 'afro' },
          {
            x: 270,
            y: 312,
            size: 1.95,
            skin: '#8a5a3a',
            cloth: dye.grain,
            trim: dye.murram,
            wear: 'wrap',
            wearIn: dye.forest,
          },
          {
            x: 770,
            y: 312,
            size: 1.95,
            skin: '#4b2b1c',
            cloth: dye.cream,
            trim: dye.forest,
            wear: 'hijab',
            wearIn: dye.indigo,
          },
          { x: 985, y: 330, size: 1.9, skin: '#7d4f33', cloth: dye.forest, trim: dye.grain, wear: 'elder' },
          { x: -60, y: 440, size: 2.4, skin: '#6b4029', cloth: dye.murram, trim: dye.cream, wear: 'bun' },
          {
            x: 180,
            y: 452,
            size: 2.3,
            skin: '#4b2b1c',
            cloth: dye.leaf,
            trim: dye.grain,
            wear: 'wrap',
            wearIn: dye.murram,
          },
          { x: 820, y: 452, size: 2.3, skin: '#8a5a3a', cloth: dye.clay, trim: dye.cream, wear: 'braids' },
          {
            x: 1050,
            y: 440,
            size: 2.4,
            skin: '#54301f',
            cloth: dye.indigo,
            trim: dye.grain,
            wear: 'wrap',
            wearIn: dye.grain,
          },
        ]}
      />
      <Cloth id="basket" slug="pull" scale={2} d="M500 620h280c0 90-30 150-60 180H560c-30-30-60-90-60-180z" />
      <ellipse cx="640" cy="620" rx="140" ry="26" fill={dye.bark} />
      <path d="M560 612l60-30 44 18-70 24zM650 612l50-36 50 24-70 24z" fill="#b9d3a8" />
      <path d="M580 610l34-16M676 608l34-20" stroke={dye.forest} strokeWidth="4" />
      <Arm d="M400 640c40-40 80-50 120-54" cloth={dye.leaf} skin="#4b2b1c" hand={[530, 584]} />
      <Arm d="M880 640c-30-44-60-54-96-60" cloth={dye.clay} skin="#8a5a3a" hand={[772, 580]} />
    </Scene>
  )
}
