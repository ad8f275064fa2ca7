// npm install standardwebhooks, put the endpoint's secret into WEBHOOK_SECRET, and run this with Node.
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const had = new Set(); // keep it where a restart finds it

createServer(async (request, response) => {
  try {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const { type, data } = webhook.verify(Buffer.concat(pieces).toString(), request.headers);
    response.writeHead(204).end(); // first the answer, then the work
    const id = request.headers["webhook-id"];
    if (!had.has(id)) console.log(type, data.reference, data.state);
    had.add(id);
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}).listen(process.env.PORT ?? 4000);
