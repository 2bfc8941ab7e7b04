import { WovenPattern } from '#app/ui/woven.tsx'
import { KitSection, Specimen } from './kit-frame.tsx'

const grounds = [
  ['bg-paper text-ink border border-line', 'paper'],
  ['bg-card text-ink border border-line', 'card'],
  ['bg-well text-ink', 'well'],
  ['bg-brand text-brand-ink', 'brand'],
  ['bg-brand-soft text-brand', 'brand-soft'],
  ['bg-accent text-accent-ink', 'accent'],
  ['bg-accent-soft text-accent', 'accent-soft'],
  ['bg-grain text-grain-ink', 'grain'],
  ['bg-gain-soft text-gain', 'gain'],
  ['bg-info-soft text-info', 'info'],
  ['bg-warn-soft text-warn', 'warn'],
  ['bg-stop-soft text-stop', 'stop-soft'],
  ['bg-stop text-stop-ink', 'stop'],
] as const

const slugs = [
  'heal-mama-achieng',
  'quiet-corner-library',
  'maji-safi-kajiado',
  'umoja',
  'school-roof',
  'njeri-na-kamau',
]

export function KitTokens() {
  return (
    <>
      <KitSection id="tokens" title="Colour and type">
        <Specimen state="every ground with the ink that stands on it" wide>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-5">
            {grounds.map(([looks, name]) => (
              <li key={name} className={`grid h-20 content-end rounded-control p-3 font-semibold ${looks}`}>
                {name}
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen state="type" wide>
          <div className="grid gap-3">
            <p className="font-bold font-display text-5xl leading-none tracking-tight">Unity is power</p>
            <p className="font-bold font-display text-3xl leading-tight">Heal Mama Achieng, together</p>
            <p className="max-w-prose">
              Text stands in the face of the device. It is 16 px, with air between the lines, and links{' '}
              <a href="#tokens" className="text-link">
                look like this
              </a>
              . <span className="text-muted">What matters less is muted, and still reads well.</span>
            </p>
            <p className="figures font-bold font-display text-4xl">KES 1,234,567.50</p>
          </div>
        </Specimen>
      </KitSection>
      <KitSection id="woven" title="Woven pattern">
        <Specimen state="cloth: the same slug always weaves the same one" wide>
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {slugs.map((slug) => (
              <li key={slug}>
                <div className="aspect-video overflow-hidden rounded-card">
                  <WovenPattern slug={slug} scale={1.1} />
                </div>
                <p className="mt-1 truncate text-muted text-sm">{slug}</p>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen state="band: an edge" wide>
          <div className="grid gap-3">
            {slugs.slice(0, 4).map((slug) => (
              <WovenPattern key={slug} slug={slug} kind="band" scale={0.6} className="block" />
            ))}
          </div>
        </Specimen>
      </KitSection>
    </>
  )
}
