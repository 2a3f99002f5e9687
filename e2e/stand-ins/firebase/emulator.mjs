// The real Firebase Auth emulator, without the command line around it: that
// takes twice as long to start, wants fixed ports and asks the network for news.
// Run with a project's id, it prints its address and ends when its input does,
// so that it cannot be left behind. It has a package of its own because it is
// large and because Go tests start it, too. What the command line alone needs of
// firebase-tools (databases, a pub/sub client and so on: three quarters of it) is
// overridden in package.json by a package of a few lines.
import emulator from 'firebase-tools/lib/emulator/auth/server.js'

const app = await emulator.createApp(process.argv[2] ?? 'demo-hawker')
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
process.stdin.on('end', () => process.exit(0)).resume()
