import { cx } from './cx.ts'
import { initials } from './initials.ts'

const sizes = { small: 'size-8 text-xs', medium: 'size-11 text-base', large: 'size-24 text-3xl' }
const dyes = [
  'bg-brand text-brand-ink',
  'bg-accent text-accent-ink',
  'bg-grain text-grain-ink',
  'bg-info-soft text-info',
]

type AvatarProps = { name: string; src?: string | null; size?: keyof typeof sizes; className?: string }

/** Shows a face, or the initials if there is no picture or it fails. The name is beside it, so it is decoration. */
export function Avatar({ name, src, size = 'medium', className }: AvatarProps) {
  const dye = dyes[[...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 8191, 7) % dyes.length]
  return (
    <span
      aria-hidden="true"
      dir="auto"
      className={cx(
        'relative grid shrink-0 select-none place-items-center overflow-hidden rounded-badge font-bold font-display',
        sizes[size],
        dye,
        className,
      )}
    >
      {initials(name)}
      {src && (
        <img src={src} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />
      )}
    </span>
  )
}
