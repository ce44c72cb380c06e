"""Who may follow what, in tests: everyone an event, and each their own pod."""


def everyone(account: object, identity: str) -> bool:
    return True


def only_its_owner(account: object, identity: str) -> bool:
    return str(getattr(account, "pk", "")) == identity


def nobody(account: object, identity: str) -> bool:
    return False
