import { Arm, Cloth, dye, Hills, People, Scene } from './things.tsx'

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
