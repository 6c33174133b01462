"""A mail server for tests: see README.md. Prints its port, then a line for each email, until stdin is closed."""

import argparse
import asyncio
import json
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Sink:
    def __init__(self, folder, sender, late):
        self.folder = pathlib.Path(folder)
        self.count = 0
        self.sender = sender
        self.late = late

    def refuses(self, address):
        return self.sender is not None and address != self.sender

    async def handle_MAIL(self, server, session, envelope, address, options):
        if self.refuses(address) and not self.late:
            return "553 5.7.1 not owned by this user"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        local = address.split("@")[0]
        if local == "no":
            return "550 5.1.1 no such mailbox"
        if local == "later":
            return "451 4.3.0 come back later"
        if local == "grey":
            return "450 4.2.0 Greylisted, see you in five minutes"
        if local == "moody" and (self.folder / "no").exists():
            return "451 4.3.0 not in the mood"
        if local == "slow":
            while (self.folder / "wait").exists():
                await asyncio.sleep(0.02)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.refuses(envelope.mail_from):
            return "550 5.7.60 client does not have permission to send as this sender"
        self.count += 1
        name = f"{self.count:05}"
        about = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "tls": server.transport.get_extra_info("sslcontext") is not None,
            "login": getattr(session, "login", None),
        }
        (self.folder / f"{name}.json").write_text(json.dumps(about))
        (self.folder / f"{name}.part").write_bytes(envelope.original_content)
        (self.folder / f"{name}.part").rename(self.folder / f"{name}.eml")
        print(name, flush=True)
        local = envelope.rcpt_tos[0].split("@")[0]
        if local == "hangup":
            server.transport.abort()
        if local == "spam":
            return "554 5.7.1 looks like junk"
        return "250 2.0.0 taken"


def authenticator(login):
    def check(server, session, envelope, mechanism, data):
        name, password = data.login.decode(), data.password.decode()
        session.login = name
        return AuthResult(success=f"{name}:{password}" == login, handled=False)

    return check


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--cert")
    parser.add_argument("--key")
    parser.add_argument("--wrap", action="store_true")
    parser.add_argument("--login")
    parser.add_argument("--sender")
    parser.add_argument("--late", action="store_true")
    asked = parser.parse_args()
    context = None
    if asked.cert:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(asked.cert, asked.key)
    options = {"hostname": "sink.example", "ident": "sink"}
    if context and not asked.wrap:
        options |= {"tls_context": context, "require_starttls": True}
    if asked.login:
        options |= {
            "authenticator": authenticator(asked.login),
            "auth_required": True,
            "auth_require_tls": context is not None and not asked.wrap,
        }
    sink = Sink(asked.folder, asked.sender, asked.late)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(sink, **options),
        "127.0.0.1",
        0,
        ssl=context if asked.wrap else None,
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
