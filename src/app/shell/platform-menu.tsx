import { platformChoices } from '#contract/model/platform.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { usePlatform } from '#src/features/sign-in/platform.ts'
import { useSession } from '#src/features/sign-in/session.ts'
import { Menu, MenuChoice } from '#src/ui/overlay/menu.tsx'
import type { MenuProps } from './menu-props.ts'

export function PlatformMenu({ anchor, onClose }: MenuProps) {
  const { platforms } = useSession()
  const platform = usePlatform()
  const { runner } = useCommandLayer()
  return (
    <Menu anchor={anchor} label="Platform" onClose={onClose}>
      <MenuChoice
        label="Platform"
        value={platform?.name ?? ''}
        choices={platformChoices(platforms).map(({ name, label, code }) => ({ value: name, label, detail: code }))}
        onChange={(name) => runner.execute('app.switch-platform', { source: 'menu', args: { platform: name } })}
      />
    </Menu>
  )
}
