import Dexie from 'dexie'

self.addEventListener('message', () => {
  const database = new Dexie('engine')
  database.version(1).stores({ ops: '++seq, &opId, lane' })
  void database.open()
})
