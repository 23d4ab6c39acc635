// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IAddressResolver} from "./interfaces/IAddressResolver.sol";
import {IAppGateway} from "./interfaces/IAppGateway.sol";
import {IAsyncDeployer} from "./interfaces/IAsyncDeployer.sol";
import {IFeesManager} from "./interfaces/IFeesManager.sol";
import {IRequestQueue} from "./interfaces/IRequestQueue.sol";
import {IWatcher} from "./interfaces/IWatcher.sol";

/// @title The gateway's contracts, and checks of who calls an app gateway
/// @notice Trust: an app gateway trusts the address resolver that its constructor names, and the watcher contract found
/// there.
///
/// The watcher's address alone proves nothing: with a timeout, anyone can make the watcher call any function. So the
/// modifiers also ask the watcher whether it calls on behalf of this app gateway.
abstract contract GatewayAccess {
    /// @notice Contract that returns the addresses of the gateway's contracts.
    IAddressResolver public addressResolver__;

    /// @notice A call to another chain was made outside `async`. Add that modifier to the function that makes the call.
    error AsyncModifierNotSet();
    /// @notice The caller is not the watcher running a callback that this app gateway set. Set callbacks with `then`;
    /// each runs once.
    error InvalidPromise();
    /// @notice The caller is not the watcher with a trigger of a valid plug, a timeout that this app gateway set, or a
    /// notification. Make the plug valid with `_setValidPlug`, or set the timeout in this app gateway.
    error OnlyWatcher();
    /// @notice The watcher is not set. Call `_initializeAppGateway` in the constructor with the address resolver of the
    /// gateway chain.
    error WatcherNotSet();
    /// @notice The address resolver is already set. Call `_initializeAppGateway` only once, in the constructor.
    error AppGatewayAlreadyInitialized();
    /// @notice No address resolver of a gateway is at this address: what is there does not name the gateway's
    /// contracts. Pass the address resolver of the gateway chain to the constructor.
    error InvalidAddressResolver(address addressResolver);

    // Errors of the gateway's contracts, declared here so that callers of an app gateway can decode them.

    /// @notice The request's maximum fees exceed the payer's available credits. Deposit credits for `account`, or lower
    /// the maximum.
    error InsufficientCredits(address account, uint256 required, uint256 available);
    /// @notice The payer has not allowed this app gateway to spend its credits. It must call `approveAppGateways` on
    /// the fees manager first.
    error NotApproved(address account, address appGateway);
    /// @notice The gateway does not serve a chain with this slug. Compare the slug with the configured chains.
    error UnknownChain(uint32 chainSlug);
    /// @notice `then` was called without a call, deployment or schedule immediately before. Call it right after one,
    /// once each.
    error CallbackWithoutCall();
    /// @notice A function of a forwarder is marked `view` or `pure` in the interface that it was called through. Remove
    /// that word and the return values: the call is queued, and `then` receives its result.
    error CalledAsView(bytes4 selector);
    /// @notice The delay exceeds `longest`, in seconds. Use a shorter one, and schedule again when it has passed.
    error TimeoutTooLong(uint256 delayInSeconds, uint256 longest);

    /// @notice Allows only callbacks that this app gateway set with `then`. Each runs once.
    /// @dev Also suitable for `handleRevert`, which reports the failure of such a promise. Triggers and timeouts cannot
    /// reach a function with this modifier.
    modifier onlyPromises() {
        _requirePromise();
        _;
    }

    /// @notice Allows only triggers of valid plugs, timeouts that this app gateway set, and the watcher's notifications.
    /// @dev A valid plug can trigger any function of the app gateway. To tell several apart, a function asks the watcher
    /// for `triggerFromChainSlug` and `triggerFromPlug`.
    modifier onlyWatcher() {
        _requireOwnCall();
        _;
    }

    /// @notice Returns the contract that accepts requests and coordinates their execution.
    function watcher__() public view returns (IWatcher watcher) {
        watcher = _resolver().watcher__();
        if (address(watcher) == address(0)) revert WatcherNotSet();
    }

    /// @notice Returns the same contract under its older name, through which timeouts are still set.
    function watcherPrecompile__() public view returns (IWatcher) {
        return watcher__();
    }

    /// @notice Returns whether an address may call back now: only the watcher, while it runs a callback that this app
    /// gateway set.
    function isValidPromise(address caller) public view returns (bool) {
        IRequestQueue queue = _queue();
        return caller == address(queue) && queue.isPromiseOf(address(this));
    }

    /// @notice Returns the zero address: the gateway chooses its transmitter without an auction.
    function auctionManager() public pure returns (address) {
        return address(0);
    }

    /// @notice Returns the fee pool.
    function feesManager__() public view returns (IFeesManager) {
        return _resolver().feesManager__();
    }

    /// @notice Returns the contract that deploys forwarders.
    function asyncDeployer__() public view returns (IAsyncDeployer) {
        return _resolver().asyncDeployer__();
    }

    /// @notice Sets the address resolver. The constructor must call it before it uses anything else of this contract.
    function _initializeAppGateway(address addressResolver) internal {
        if (address(addressResolver__) != address(0)) revert AppGatewayAlreadyInitialized();
        if (addressResolver == address(0)) revert WatcherNotSet();
        IAddressResolver resolver = IAddressResolver(addressResolver);
        _requireContract(addressResolver, abi.encodeCall(resolver.watcher__, ()));
        _requireContract(addressResolver, abi.encodeCall(resolver.feesManager__, ()));
        _requireContract(addressResolver, abi.encodeCall(resolver.asyncDeployer__, ()));
        addressResolver__ = resolver;
    }

    /// @dev The same contract, with the functions that only base contracts call.
    function _queue() internal view returns (IRequestQueue) {
        return IRequestQueue(address(watcher__()));
    }

    function _requirePromise() private view {
        IRequestQueue queue = _queue();
        if (msg.sender != address(queue)) revert InvalidPromise();
        bool isReport = msg.sig == IAppGateway.handleRevert.selector && queue.isCallOf(address(this));
        if (!isReport && !queue.isPromiseOf(address(this))) revert InvalidPromise();
    }

    function _requireOwnCall() private view {
        IRequestQueue queue = _queue();
        if (msg.sender != address(queue) || !queue.isCallOf(address(this))) revert OnlyWatcher();
    }

    /// @dev A wrong address would otherwise be noticed at the first request, and by a revert without data.
    function _requireContract(address addressResolver, bytes memory question) private view {
        (bool success, bytes memory answer) = addressResolver.staticcall(question);
        bool isAddress = success && answer.length == 32 && uint256(bytes32(answer)) <= type(uint160).max;
        if (!isAddress || address(uint160(uint256(bytes32(answer)))).code.length == 0) {
            revert InvalidAddressResolver(addressResolver);
        }
    }

    /// @dev A call to the zero address would revert without data.
    function _resolver() private view returns (IAddressResolver) {
        if (address(addressResolver__) == address(0)) revert WatcherNotSet();
        return addressResolver__;
    }
}
