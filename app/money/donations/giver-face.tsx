import { HandHeart } from 'lucide-react'
import { Avatar } from '#app/ui/avatar.tsx'
import { cx } from '#app/ui/cx.ts'

/** Shows the giver as a small face, or a hand for a gift without a name. */
export const GiverFace = ({ name, className }: { name: string | null; className?: string }) =>
  name ? (
    <Avatar name={name} size="small" className={className} />
  ) : (
    <span
      aria-hidden="true"
      className={cx('grid size-8 shrink-0 place-items-center rounded-badge bg-well text-accent', className)}
    >
      <HandHeart className="size-4.5" />
    </span>
  )
