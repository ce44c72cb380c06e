"""Rules that decide in tests which accounts may follow a stream."""


def allow_all(account: object, identity: str) -> bool:
    return True


def allow_owner(account: object, identity: str) -> bool:
    return str(getattr(account, "pk", "")) == identity


def allow_none(account: object, identity: str) -> bool:
    return False
