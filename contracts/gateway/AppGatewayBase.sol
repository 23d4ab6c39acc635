// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Deployments} from "./Deployments.sol";
// The types and interfaces below are not used here: whoever imports this file has them too.
// solhint-disable no-unused-import
import {IsPlug, Parallel, Read, WriteFinality} from "./GatewayTypes.sol";
import {IAppGateway} from "./interfaces/IAppGateway.sol";
import {IForwarder} from "./interfaces/IForwarder.sol";
import {IPromise} from "./interfaces/IPromise.sol";
// solhint-enable no-unused-import

/// @title Base contract for app gateways, which act on many chains from one
/// @notice The constructor calls `_initializeAppGateway` and `_setMaxFees`. Functions that act on other chains have the
/// modifier `async` and call forwarders like the contracts they represent. Functions that receive results or calls have
/// `onlyPromises` or `onlyWatcher`.
///
/// Fees: a request is paid in the app gateway's credits unless `_setOverrides(consumeFrom)` names another account.
/// Anyone who can call an `async` function can spend those credits: restrict the function, or make the caller pay.
abstract contract AppGatewayBase is IAppGateway, Deployments {
    /// @inheritdoc IAppGateway
    /// @dev An override must call `super.onRequestComplete`; otherwise `initializeOnChain` does not run.
    function onRequestComplete(uint40, bytes calldata data) public virtual onlyWatcher {
        _initializeLastChain(data);
    }

    /// @inheritdoc IAppGateway
    /// @dev Override it, again with `onlyWatcher` or `onlyPromises`, to handle payloads that the watcher stops
    /// retrying.
    function handleRevert(bytes32 payloadId) external virtual onlyWatcher {}

    /// @notice Cancels a request of this app gateway. Payloads that the watcher has not finalized never run, and
    /// credits that can no longer be charged become available again.
    function _revertTx(uint40 requestCount) internal {
        watcher__().cancelRequest(requestCount);
    }

    /// @notice Raises the maximum fees of a request of this app gateway. A request that ran out of fees continues.
    /// @param requestCount The request to raise.
    /// @param newMaxFees New maximum in credits, above the current one.
    function _increaseFees(uint40 requestCount, uint256 newMaxFees) internal {
        watcher__().increaseFees(requestCount, newMaxFees);
    }

    /// @notice Withdraws credits of this app gateway to a chain, in the token that was deposited.
    /// @dev The withdrawal is a separate request, even inside `async`, and may cost up to `maxFees` in addition.
    /// @param chainSlug Chain to withdraw to.
    /// @param token Token to pay out.
    /// @param amount Amount in credits.
    /// @param receiver Account on that chain that receives the tokens.
    function _withdrawCredits(uint32 chainSlug, address token, uint256 amount, address receiver) internal {
        _withdrawCredits(chainSlug, token, amount, maxFees, receiver);
    }

    /// @param fees Maximum fees of the withdrawal, in credits.
    function _withdrawCredits(
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 fees,
        address receiver
    ) internal {
        feesManager__().withdrawCredits(chainSlug, token, amount, fees, receiver);
    }
}
