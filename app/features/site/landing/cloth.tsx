import { WovenPattern } from '#app/ui/woven.tsx'

/** The cloth that hangs behind the phone. */
export function Cloth() {
  return (
    <div aria-hidden className="hero-cloth">
      <WovenPattern slug="leso" scale={2} />
    </div>
  )
}
