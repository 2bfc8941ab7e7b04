import { Ellipsis, LogOut, Pencil, Settings, Share2, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Menu, MenuGroup, MenuItem, MenuLine, MenuLink } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast.tsx'
import { Tooltip } from '#app/ui/tooltip.tsx'
import { Specimen } from './kit-frame.tsx'

const icon = 'size-5 shrink-0'
const say = (title: string) => toast({ title, tone: 'good' })

export const Menus = () => (
  <Specimen state="menu and tooltip">
    <Menu
      trigger={
        <Button type="button" variant="secondary" icon={<Ellipsis aria-hidden="true" className={icon} />}>
          Actions
        </Button>
      }
      align="start"
    >
      <MenuGroup title="This fundraiser">
        <MenuItem icon={<Pencil aria-hidden="true" className={icon} />} onSelect={() => say('Edited')}>
          Edit
        </MenuItem>
        <MenuItem icon={<Share2 aria-hidden="true" className={icon} />} disabled onSelect={() => {}}>
          Share (not yet)
        </MenuItem>
      </MenuGroup>
      <MenuLine />
      <MenuLink to="#menus" icon={<Settings aria-hidden="true" className={icon} />}>
        Settings
      </MenuLink>
      <MenuItem danger icon={<Trash2 aria-hidden="true" className={icon} />} onSelect={() => say('Deleted')}>
        Delete
      </MenuItem>
    </Menu>
    <Tooltip text="Signs you out on this device only">
      <IconButton label="Sign Out">
        <LogOut aria-hidden="true" className="size-5" />
      </IconButton>
    </Tooltip>
  </Specimen>
)
