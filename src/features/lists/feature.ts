import { defineFeature } from '#src/features/define-feature.ts'
import type { LookList } from '#src/features/lists/look/look.ts'

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    columns: { list: LookList }
  }
}

export const listsFeature = defineFeature({
  drawers: {
    columns: {
      title: 'Columns',
      load: () => import('#src/features/lists/look/columns-drawer.tsx').then((m) => m.ColumnsDrawer),
    },
  },
})
