import { Acacia, dye, Hills, Hut, mama, People, Scene } from './things.tsx'

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
