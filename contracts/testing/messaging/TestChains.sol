// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IDevnetExecutionManager} from "../devnet/IDevnetMessaging.sol";
import {vm} from "../Vm.sol";
import {ChainDeployer} from "./ChainDeployer.sol";
import {TestChain} from "./TestChain.sol";

/// @title Part of a test that has several chains in one EVM
/// @notice What belongs to one chain only: its contracts, `block.chainid` while it is used, and native balances of the
/// accounts that ask for one of their own on each chain.
abstract contract TestChains is ChainDeployer {
    uint32 private constant FIRST_SLUG = 41_001;

    TestChain[] private _chains;
    mapping(uint32 slug => uint256) private _chainNumbers;
    mapping(address socket => uint32) private _slugs;
    uint32 private _current;

    address[] private _separated;
    mapping(address account => bool) private _isSeparated;
    mapping(uint32 slug => mapping(address account => uint256)) private _balances;

    /// @notice No chain of this test has the slug. Add it with `addChain`.
    error UnknownChain(uint32 slug);
    /// @notice The test has a chain with that slug already. Give each chain a slug of its own.
    error ChainExists(uint32 slug);
    /// @notice The contract has no `socket()` that returns the socket of one of the test's chains. Deploy it with the
    /// `socket` of a chain, or name its chain: `connect(plugA, slugA, plugB, slugB)`.
    error NotAPlug(address account);
    /// @notice Both plugs are on the same chain. Deploy one with the socket of another chain.
    error SameChain(uint32 slug);

    /// @notice Adds a chain, with a slug and a chain id that no public chain has.
    /// @dev `TestChain memory alpha = addChain("alpha"); Greeter here = new Greeter(alpha.socket, address(this));`
    function addChain(string memory name) public returns (TestChain memory) {
        uint32 slug = FIRST_SLUG + uint32(_chains.length);
        return addChain(name, slug, slug);
    }

    /// @notice Adds a chain and opens the paths between it and each other chain, in both directions.
    /// @param name What failures call the chain.
    /// @param slug The chain's id in the protocol.
    /// @param chainId What `block.chainid` is on the chain.
    function addChain(string memory name, uint32 slug, uint256 chainId) public returns (TestChain memory chain) {
        if (_chainNumbers[slug] != 0) revert ChainExists(slug);
        chain = _deployChain(name, slug, chainId);
        for (uint256 i = 0; i < _chains.length; i++) {
            _openPath(chain, _chains[i].slug);
            _openPath(_chains[i], slug);
        }
        _chains.push(chain);
        _chainNumbers[slug] = _chains.length;
        _slugs[address(chain.socket)] = slug;
        if (_current == 0) useChain(slug);
    }

    /// @notice Connects two plugs with each other, through the fast switchboards.
    /// @dev Calls `connect(uint32, address, address)` of each plug as its `owner()`, as a plug that inherits Plug has it.
    function connect(address plugA, address plugB) public {
        connect(plugA, slugOf(plugA), plugB, slugOf(plugB));
    }

    /// @notice Connects two plugs that have no `socket()`, through the fast switchboards.
    function connect(address plugA, uint32 slugA, address plugB, uint32 slugB) public {
        _connect(plugA, slugA, plugB, slugB, chainOf(slugA).switchboard);
        _connect(plugB, slugB, plugA, slugA, chainOf(slugB).switchboard);
    }

    /// @notice Connects two plugs with each other, through the optimistic switchboards: messages wait for
    /// SWITCHBOARD_TIMEOUT, and nobody attests them.
    function connectOptimistic(address plugA, address plugB) public {
        (uint32 slugA, uint32 slugB) = (slugOf(plugA), slugOf(plugB));
        _connect(plugA, slugA, plugB, slugB, chainOf(slugA).optimisticSwitchboard);
        _connect(plugB, slugB, plugA, slugA, chainOf(slugB).optimisticSwitchboard);
    }

    /// @notice Goes to a chain: `block.chainid` is the chain's, and separated accounts have their balances there.
    /// @dev Deliveries go to each message's chain and come back by themselves.
    function useChain(uint32 slug) public {
        uint256 chainId = chainOf(slug).chainId;
        if (slug == _current) return;
        for (uint256 i = 0; i < _separated.length; i++) {
            address account = _separated[i];
            _balances[_current][account] = account.balance;
            vm.deal(account, _balances[slug][account]);
        }
        _current = slug;
        vm.chainId(chainId);
    }

    /// @notice Gives an account a native balance of its own on a chain, as on real chains. Accounts that this was never
    /// called for have one balance in the whole test.
    function dealOn(uint32 slug, address account, uint256 balance) public {
        chainOf(slug);
        if (!_isSeparated[account]) {
            _isSeparated[account] = true;
            _separated.push(account);
            vm.deal(account, 0);
        }
        _balances[slug][account] = balance;
        if (slug == _current) vm.deal(account, balance);
    }

    /// @notice Sets what execution on a chain costs from now on: a message that was priced before may be too cheap.
    /// @param perGas Wei for each unit of gas of `minMsgGasLimit`.
    /// @param perByte Wei for each byte of payload.
    /// @param overhead Wei for any message.
    function setExecutionFees(
        uint32 srcChainSlug,
        uint32 dstChainSlug,
        uint80 perGas,
        uint80 perByte,
        uint80 overhead
    ) public {
        chainOf(dstChainSlug);
        IDevnetExecutionManager.ExecutionFees memory fees = IDevnetExecutionManager.ExecutionFees(
            perGas,
            perByte,
            overhead
        );
        _setExecutionFees(chainOf(srcChainSlug), dstChainSlug, fees);
    }

    /// @notice Returns the native balance of an account on a chain.
    function balanceOn(uint32 slug, address account) public view returns (uint256) {
        chainOf(slug);
        return _isSeparated[account] && slug != _current ? _balances[slug][account] : account.balance;
    }

    /// @notice Returns the chains, in the order in which they were added.
    function chains() public view returns (TestChain[] memory) {
        return _chains;
    }

    /// @notice Returns the chain with a slug.
    function chainOf(uint32 slug) public view returns (TestChain memory) {
        uint256 number = _chainNumbers[slug];
        if (number == 0) revert UnknownChain(slug);
        return _chains[number - 1];
    }

    /// @notice Returns the slug of the chain that is used; zero before the first chain is added.
    function currentSlug() public view returns (uint32) {
        return _current;
    }

    /// @notice Returns the slug of a plug's chain, by what its `socket()` returns.
    function slugOf(address plug) public view returns (uint32 slug) {
        (bool success, bytes memory data) = plug.staticcall(abi.encodeWithSignature("socket()"));
        if (success && data.length == 32) slug = _slugOfSocket(abi.decode(data, (address)));
        if (slug == 0) revert NotAPlug(plug);
    }

    /// @dev Returns the slug of a socket's chain; zero if it is none of the test's sockets.
    function _slugOfSocket(address socket) internal view returns (uint32) {
        return _slugs[socket];
    }

    /// @dev Makes a call on a chain as an account, and comes back. A caller that reverts does it afterwards: cheatcodes are not
    /// undone when a call reverts.
    function _tryOn(
        uint32 slug,
        address sender,
        address to,
        uint256 value,
        bytes memory data
    ) internal returns (bool success, bytes memory returnData) {
        uint32 before = _current;
        useChain(slug);
        if (sender != address(this)) vm.prank(sender);
        (success, returnData) = to.call{value: value}(data);
        useChain(before);
    }

    function _revertWith(bytes memory reason) internal pure {
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    function _hasSeparateBalances(address account) internal view returns (bool) {
        return _isSeparated[account];
    }

    function _connect(address plug, uint32 slug, address sibling, uint32 siblingSlug, address switchboard) private {
        if (slug == siblingSlug) revert SameChain(slug);
        (bool success, bytes memory data) = plug.staticcall(abi.encodeWithSignature("owner()"));
        address owner = success && data.length == 32 ? abi.decode(data, (address)) : address(this);
        bytes memory call = abi.encodeWithSignature(
            "connect(uint32,address,address)",
            siblingSlug,
            sibling,
            switchboard
        );
        (success, data) = _tryOn(slug, owner, plug, 0, call);
        if (!success) _revertWith(data);
    }
}
