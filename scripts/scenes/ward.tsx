import { Arm, Cloth, dye, mama, People, Scene } from './things.tsx'

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
