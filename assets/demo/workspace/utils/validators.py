import re

def validate_url(url: str) -> bool:
    """Valide une URL."""
    pattern = r'^https?://[\w\.-]+\.[a-z]{2,}.*$'
    return bool(re.match(pattern, url))

def validate_phone(phone: str) -> bool:
    """Valide un numéro de téléphone français."""
    pattern = r'^(?:(?:\+|00)33|0)\s*[1-9](?:[\s.-]*\d{2}){4}$'
    return bool(re.match(pattern, phone))
