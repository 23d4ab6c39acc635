// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Roles} from "./Roles.sol";
import {Signatures} from "./Signatures.sol";

/// @title Updates that anybody may submit under the signature of an account with the role
/// @dev Every digest includes the contract, its chain and the signer's next nonce, so no signature can be replayed.
abstract contract SignedUpdates is Roles {
    /// @notice Nonce that an account's next signature must include. The first is 0.
    mapping(address signer => uint256) public nextNonce;

    /// @notice The signature does not include the signer's next nonce. Sign again with `nextNonce(signer)`.
    error InvalidNonce();

    /// @dev Reverts unless an account with `role` signed `digest`, which includes `nonce`. Uses the nonce up.
    function _useSignature(bytes32 digest, bytes32 role, uint256 nonce, bytes calldata signature) internal {
        address signer = Signatures.signerOf(digest, signature);
        _requireRole(role, signer);
        if (nonce != nextNonce[signer]++) revert InvalidNonce();
    }
}
